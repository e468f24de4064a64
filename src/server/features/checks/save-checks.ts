import type { Context, PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { LocatedAgent, Verb, VerbInput } from '../../http/binding.ts'
import { isSource, sourcesAmong } from '../sources/index.ts'
import { presentCheck } from './presenter.ts'
import { changeCheck, countChecks, insertChecks, removeCheck, selectCheck } from './queries.ts'
import { MOST_CHECKS, readCsv } from './read-csv.ts'

type Body = VerbInput<'createCheck'>['body']

const NOT_A_SOURCE = 'names no source of this agent'

export function createCheck(ctx: PostContext, { agent, body }: VerbInput<'createCheck'>) {
  return ctx.database.transaction(async (tx) => {
    await assertSource(tx, agent, body.cites)
    const [row] = await addChecks(ctx, tx, agent, [body])
    return ctx.answer(tx, presentCheck(row!))
  })
}

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

export function updateCheck(ctx: Context, { agent, check, body }: VerbInput<'updateCheck'>) {
  return ctx.database.transaction(async (tx) => {
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
}

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
