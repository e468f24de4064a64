import type { Data } from '#contract/index.ts'
import { type OverviewNumber, type OverviewRange, overviewParts } from '#contract/overview-words.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { inboxLines } from '../inbox/index.ts'
import { type Column, columnsOfNumber, isSummed } from './columns.ts'
import { rangeOf } from './get-overview.ts'
import { alignmentOf, HOUR_MS, hourOf } from './hours.ts'
import { type Position, selectAgentIds, selectGapConversations, selectWaiting } from './list-queries.ts'
import { type Scope, selectCounted, selectHoursWith } from './queries.ts'
import { columnsOf } from './sum.ts'

const PAGE = 50
const HOURS_AT_ONCE = 20

interface Asked {
  range: OverviewRange
  zone: string
  number: OverviewNumber
  part?: string | undefined
  cursor?: string | undefined
}

type Place = Position & { conversationId: string | null }

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
  const found = isSummed(number)
    ? await selectBehind(read, scope, {
        counted: part === undefined ? columnsOfNumber[number] : [part as Column],
        from,
        to,
        alignment: alignmentOf(zone),
        now: ctx.now(),
        before,
      })
    : await selectNow(read, scope, { isWaiting: number === 'waiting', from, before })
  const page = found.slice(0, PAGE)
  const ids = page.flatMap(({ conversationId }) => conversationId ?? [])
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

interface Behind {
  counted: readonly Column[]
  from: number
  to: number
  alignment: number
  now: number
  before: Position | undefined
}

/**
 * The conversations that count in a column of `counted`, latest first: at least a page and one more, if there are so
 * many. Only the hours in which the sums show any are read.
 */
async function selectBehind(
  db: Db,
  scope: Scope,
  { counted, from, to, alignment, now, before }: Behind,
): Promise<Place[]> {
  const found: Place[] = []
  let end = before ? hourOf(before.at, alignment) + HOUR_MS : to
  const owner = scope.id === scope.organizationId ? { organization: scope.id } : { agent: scope.id }
  while (found.length <= PAGE) {
    const hours = await selectHoursWith(db, scope, { from, to: end, counted }, HOURS_AT_ONCE)
    for (const hour of hours) {
      if (found.length > PAGE) break
      const rows = await selectCounted(db, owner, scope.channel, { from: hour, to: hour + HOUR_MS, counted })
      const counting = rows
        .filter((row) => row.organization_id === scope.organizationId)
        .filter((row) => columnsOf(row, now).some((column) => counted.includes(column)))
        .map(({ started_at, id, conversation_id }) => ({ at: started_at, id, conversationId: conversation_id }))
        .filter((one) => !before || isBefore(one, before))
      found.push(...counting.toSorted((one, other) => (isBefore(one, other) ? 1 : -1)))
    }
    end = hours.at(-1) ?? from
    if (hours.length < HOURS_AT_ONCE) break
  }
  return found
}

const isBefore = (one: Position, other: Position): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id)

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

const placeOf = ({ id, at }: Position): Place => ({ at: Number(at), id, conversationId: id })
