import type { z } from 'zod'
import { checkBody } from '#contract/checks.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { csvRows, isFilled } from '../../adapters/extract/csv.ts'
import { tryParse } from '../../validate.ts'

const COLUMNS = ['question', 'expects', 'facts', 'cites', 'muted'] as const
type Column = (typeof COLUMNS)[number]
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
/** The most checks of one agent. */
export const MOST_CHECKS = 1_000
const ROWS_READ = MOST_CHECKS + 1 // a file with more checks than an agent may have is refused, so no more are read
/** The apostrophe that an export puts before a cell which a spreadsheet would otherwise run as a formula. */
const GUARDED = /^'(?=[=+\-@\t\r])/

/**
 * In the column `facts`, `;` separates facts that must all be said, and `|` alternative wordings. Problems name rows as
 * spreadsheets number them: the first below the header is row 2.
 */
export function readCsv(text: string): { checks: RowOfCheck[]; problems: ErrorDetail[] } {
  const rows = csvRows(text.replace(/^\ufeff/, ''))
  const columns = (rows.next().value ?? []).map((name) => name.trim().toLowerCase())
  const problems: ErrorDetail[] = headProblems(columns)
  if (problems.length > 0) return { checks: [], problems }
  const filled: { cells: string[]; row: number }[] = []
  let row = 1
  for (const cells of rows) {
    row += 1
    if (isFilled(cells)) filled.push({ cells, row })
    if (filled.length === ROWS_READ) break
  }
  const checks = filled.flatMap(({ cells, row }) => {
    // A separator outside of quotes has split a cell of this row. The rest of that cell would be lost silently.
    if (cells.slice(columns.length).some((cell) => cell !== '')) {
      const message = `Row ${row}: has more cells than there are columns. Put cells with “,” or “;” in quotes.`
      problems.push({ field: `rows.${row}`, message })
      return []
    }
    const named: Cells = Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? '').replace(GUARDED, '')]))
    const { data, problems: wrong } = tryParse(checkBody, fieldsOf(named))
    if (data) return [{ ...data, row }]
    for (const problem of wrong)
      problems.push({
        field: `rows.${row}.${problem.field}`,
        message: `Row ${row}: ${'message' in problem ? problem.message : ''}`,
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
