import type { z } from 'zod'
import { checkBody } from '#contract/checks.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { parseCsvRows } from '../../adapters/extract/csv.ts'
import { tryParse } from '../../validate.ts'

const COLUMNS = ['question', 'expects', 'facts', 'cites', 'muted'] as const
type Column = (typeof COLUMNS)[number]
/** A check with the number of its row. */
type RowOfCheck = z.output<typeof checkBody> & { row: number }
type Cells = Partial<Record<Column, string>>

const MUTED: Record<string, boolean> = {
  '': false,
  false: false,
  no: false,
  '0': false,
  true: true,
  yes: true,
  '1': true,
}
const PROBLEMS_SHOWN = 100

/**
 * Reads checks from a table with a head line. Facts that must all be said are separated by `;`, alternatives by `|`.
 * Problems name the row as spreadsheets number it, so that the first below the head is row 2.
 */
export function readCsv(text: string): { checks: RowOfCheck[]; problems: ErrorDetail[] } {
  const [head = [], ...rows] = parseCsvRows(text.replace(/^\ufeff/, ''))
  const columns = head.map((name) => name.trim().toLowerCase())
  const problems: ErrorDetail[] = headProblems(columns)
  if (problems.length > 0) return { checks: [], problems }
  const checks = rows.flatMap((row, index) => {
    if (row.every((cell) => cell === '')) return []
    const cells: Cells = Object.fromEntries(columns.map((name, at) => [name, (row[at] ?? '').trim()]))
    const { data, problems: wrong } = tryParse(checkBody, fieldsOf(cells))
    if (data) return [{ ...data, row: index + 2 }]
    for (const problem of wrong)
      problems.push({
        field: `rows.${index + 2}.${problem.field}`,
        message: `Row ${index + 2}: ${'message' in problem ? problem.message : ''}`,
      })
    return []
  })
  return { checks, problems: problems.slice(0, PROBLEMS_SHOWN) }
}

function headProblems(columns: readonly string[]): ErrorDetail[] {
  const unknown = columns.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined)
    return [
      { field: 'rows.1', message: `has a column “${unknown.slice(0, 50)}”; the columns are ${COLUMNS.join(', ')}` },
    ]
  if (!columns.includes('question')) return [{ field: 'rows.1', message: 'must name the columns, question among them' }]
  const twice = columns.find((name, at) => columns.indexOf(name) !== at)
  return twice === undefined ? [] : [{ field: 'rows.1', message: `names ${twice} twice` }]
}

function fieldsOf({ question = '', expects = '', facts = '', cites = '', muted = '' }: Cells) {
  return {
    question,
    expects: expects === '' ? 'answers' : expects.toLowerCase(),
    facts: facts
      .split(';')
      .map((alternatives) =>
        alternatives
          .split('|')
          .map((fact) => fact.trim())
          .filter(Boolean),
      )
      .filter((alternatives) => alternatives.length > 0),
    cites: cites === '' ? null : cites,
    muted: MUTED[muted.toLowerCase()] ?? muted,
  }
}
