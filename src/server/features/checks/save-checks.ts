import type { z } from 'zod'
import { checkBody } from '#contract/checks.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { csvRows, isFilled } from '../../adapters/extract/csv.ts'
import type { Context, PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { LocatedAgent, Verb, VerbInput } from '../../http/binding.ts'
import { tryParse } from '../../validate.ts'
import { isSource, sourcesAmong } from '../sources/index.ts'
import { presentCheck } from './presenter.ts'
import { changeCheck, countChecks, insertChecks, removeCheck, selectCheck } from './queries.ts'

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

const fieldsOf = ({ question = '', expects = '', facts = '', cites = '', muted = '' }: Cells) => ({
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
})

type Body = VerbInput<'createCheck'>['body']

const NOT_A_SOURCE = 'names no source of this agent'

export const createCheck = (ctx: PostContext, { agent, body }: VerbInput<'createCheck'>) =>
  ctx.database.transaction(async (tx) => {
    await assertSource(tx, agent, body.cites)
    const [row] = await addChecks(ctx, tx, agent, [body])
    return ctx.answer(tx, presentCheck(row!))
  })

/** Adds all checks of a CSV file or, when a row has a problem, none. */
export async function importChecks(ctx: PostContext, { agent, body }: VerbInput<'importChecks'>) {
  const { checks, problems } = readCsv(body)
  if (problems.length > 0) throw new AppError('validation_failed', { details: problems })
  if (checks.length === 0) throw invalid('', 'must have a row below the head')
  return ctx.database.transaction(async (tx) => {
    const cited = checks.flatMap(({ cites }) => cites ?? [])
    const sources = new Set(await sourcesAmong(tx, agent.id, cited))
    const strangers = checks.filter(({ cites }) => cites !== null && !sources.has(cites))
    const details = strangers.map(({ row }) => ({
      field: `rows.${row}.cites`,
      message: `Row ${row}: cites ${NOT_A_SOURCE}.`,
    }))
    if (details.length > 0) throw new AppError('validation_failed', { details })
    await addChecks(ctx, tx, agent, checks)
    return ctx.answer(tx, { imported: checks.length })
  })
}

export const updateCheck = (ctx: Context, { agent, check, body }: VerbInput<'updateCheck'>) =>
  ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agent.id) // so that no crawl plan that was tried with the old check goes live now
    const current = orNotFound(await selectCheck(tx, agent.id, check.id))
    if (body.cites !== undefined && body.cites !== current.cites) await assertSource(tx, agent, body.cites)
    const { facts, muted, ...rest } = body
    const changes = {
      ...rest,
      ...(facts && { facts: JSON.stringify(facts) }),
      ...(muted !== undefined && { is_muted: muted ? (1 as const) : (0 as const) }),
    }
    const isOther = Object.entries(changes).some(([name, value]) => current[name as keyof Row<'checks'>] !== value)
    if (!isOther) return presentCheck(current)
    // Muting does not change what the check expects, so results from before and after stay comparable.
    const isComparable = Object.keys(changes).every((name) => name === 'is_muted')
    const row = orNotFound(
      await changeCheck(tx, check.id, { ...changes, ...(!isComparable && { updated_at: ctx.now() }) }),
    )
    await tellOfChecks(ctx, tx, agent)
    return presentCheck(row)
  })

export const deleteCheck: Verb<'deleteCheck'> = async (ctx, { agent, check }) => {
  await ctx.database.transaction(async (tx) => {
    if (!(await removeCheck(tx, check.id))) throw new AppError('resource_not_found')
    await tellOfChecks(ctx, tx, agent)
  })
}

const tellOfChecks = (ctx: Context, tx: Tx, { id, organization_id }: LocatedAgent): Promise<void> =>
  emit(ctx, tx, organization_id, { type: 'check.updated', agent_id: id })

async function assertSource(tx: Tx, agent: LocatedAgent, id: string | null): Promise<void> {
  if (id !== null && !(await isSource(tx, agent.id, id))) throw invalid('cites', NOT_A_SOURCE)
}

async function addChecks(ctx: Context, tx: Tx, agent: LocatedAgent, bodies: readonly Body[]): Promise<Row<'checks'>[]> {
  await lockRow(tx, 'agents', agent.id) // so that two requests can't both take the last free place
  if ((await countChecks(tx, agent.id)) + bodies.length > MOST_CHECKS)
    throw new AppError('subscription_limit_exceeded', {
      message: `An agent has at most ${MOST_CHECKS.toLocaleString('en')} checks.`,
    })
  const now = ctx.now()
  const rows = bodies.map(({ question, expects, facts, cites, muted }) => ({
    ...{ id: newId(), agent_id: agent.id, question, expects, cites, created_at: now, updated_at: now },
    facts: JSON.stringify(facts),
    is_muted: muted ? (1 as const) : (0 as const),
  }))
  await insertChecks(tx, rows)
  await tellOfChecks(ctx, tx, agent)
  return rows
}
