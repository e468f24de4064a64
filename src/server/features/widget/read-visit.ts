import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { visitorEvents } from '#contract/widget.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { VerbInput } from '../../http/binding.ts'
import {
  comparePositions,
  parsePosition,
  selectCitations,
  selectThreadEntries,
  selectThreadMessages,
  selectVisit,
  type ThreadPosition,
} from '../conversations/index.ts'
import { presentVisit, presentVisitEvent, presentVisitMessage } from './presenter.ts'
import { selectRating } from './queries.ts'
import { visiting } from './visiting.ts'

type Items = Data<'readVisit'>['items']

/**
 * The visitor's conversation with what follows a position; without one, with the end of it.
 * @throws AppError 404 if the agent has been deleted
 */
export function readVisit(ctx: Context, { query }: VerbInput<'readVisit'>): Promise<Data<'readVisit'>> {
  const { visitorId } = visiting(ctx)
  return ctx.database.snapshot(async (db) => {
    const row = await selectVisit(db, visitorId)
    if (!row) return { conversation: null, items: [] }
    const after = query.after === undefined ? undefined : parsePosition(query.after)
    const items = await itemsOf(db, row, after)
    return { conversation: presentVisit(row, await selectRating(db, row.id)), items }
  })
}

/** What stands after a position of a conversation, or the end of it; at most as much as one answer holds. */
export async function itemsOf(db: Db, row: Row<'conversations'>, after: ThreadPosition | undefined): Promise<Items> {
  const order = after ? 'asc' : 'desc'
  const range = { before: undefined, after, order, limit: limits.visitorItems } as const
  const messages = await selectThreadMessages(db, row.id, range)
  const entries = await selectThreadEntries(db, row.id, { ...range, types: visitorEvents })
  const answers = messages.filter(({ role }) => role === 'assistant').map(({ position }) => position)
  const cited =
    answers.length === 0 ? [] : await selectCitations(db, row.id, Math.min(...answers), Math.max(...answers))
  const citations = new Map(cited.map((trace) => [trace.id, trace.citations]))
  const items = [
    ...messages.map((message) => presentVisitMessage(message, citations.get(message.id))),
    ...entries.map(presentVisitEvent),
  ].sort((one, other) => comparePositions(parsePosition(one.position), parsePosition(other.position)))
  return after ? items.slice(0, limits.visitorItems) : items.slice(-limits.visitorItems)
}
