import type { Data } from '#contract/index.ts'
import { type OverviewNumber, type OverviewRange, overviewParts } from '#contract/overview-words.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { inboxLines } from '../inbox/index.ts'
import { type Column, columnsOfNumber, isSummed } from './columns.ts'
import { rangeOf } from './get-overview.ts'
import { selectAgentIds, selectGapConversations, selectWaiting } from './list-queries.ts'
import { type Position, type Scope, selectCounted } from './queries.ts'

const PAGE = 50

interface Asked {
  range: OverviewRange
  zone: string
  number: OverviewNumber
  part?: string | undefined
  cursor?: string | undefined
}

type Place = Position & { conversation_id: string | null }

/**
 * One page of the conversations behind a number, latest first. Deleted ones are not listed, though numbers that are
 * summed (`isSummed`) count them.
 * @throws AppError 422 on a `part` that the number does not have, or a `cursor` that this server did not give out
 */
export async function listBehind(
  ctx: Context,
  scope: Scope,
  { range, zone, number, part, cursor }: Asked,
): Promise<Data<'listOverviewConversations'>> {
  const parts: readonly string[] = overviewParts[number]
  if (part !== undefined && !parts.includes(part)) throw invalid('part', `is none of “${number}”`)
  const before = readCursor(cursor)
  const { from, to } = rangeOf(range, ctx.now(), zone)
  const { read } = ctx.database
  const found: Place[] = isSummed(number)
    ? await selectCounted(
        read,
        scope,
        { from, to, counted: part === undefined ? columnsOfNumber[number] : [part as Column], before, now: to },
        PAGE + 1,
      )
    : await selectNow(read, scope, { isWaiting: number === 'waiting', from, before })
  const page = found.slice(0, PAGE)
  const ids = page.flatMap(({ conversation_id }) => conversation_id ?? [])
  const lines = await inboxLines(ctx, scope.organizationId, ids)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return {
    items: ids.flatMap((id) => lines.get(id) ?? []),
    next_cursor: last ? `${last.at}.${last.id}` : null,
  }
}

function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const match = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor)
  if (!match) throw invalid('cursor', 'is not one this server gave out')
  return { at: Number(match[1]), id: match[2]! }
}

/**
 * The conversations behind a number that is not summed: those whose visitors wait, or in which a question of an open
 * gap was asked.
 */
async function selectNow(
  db: Db,
  scope: Scope,
  { isWaiting, from, before }: { isWaiting: boolean; from: number; before: Position | undefined },
): Promise<Place[]> {
  if (isWaiting) return (await selectWaiting(db, scope, before, PAGE + 1)).map(placeOf)
  const agents = await selectAgentIds(db, scope)
  return (await selectGapConversations(db, agents, from, before, PAGE + 1)).map(placeOf)
}

const placeOf = ({ id, at }: Position): Place => ({ at: Number(at), id, conversation_id: id })
