import type { Data } from '#contract/index.ts'
import { VISITOR_ITEMS } from '#contract/widget.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { VerbInput } from '../../http/binding.ts'
import { selectAuthors, selectCitations, selectMessages, selectVisit } from '../conversations/index.ts'
import { presentItem, presentVisit } from './presenter.ts'
import { selectRating } from './queries.ts'
import { visiting } from './visiting.ts'

/** The visitor's conversation with what was said after a position; without one, with the latest of it. */
export async function readVisit(ctx: Context, { query }: VerbInput<'readVisit'>): Promise<Data<'readVisit'>> {
  return ctx.database.snapshot(async (db) => {
    const row = await selectVisit(db, visiting(ctx).visitorId)
    if (!row) return { conversation: null, items: [] }
    const after = query.after ?? Math.max(0, row.message_count - VISITOR_ITEMS)
    const items = await itemsAfter(db, row, after)
    return { conversation: presentVisit(row, await selectRating(db, row.id)), items }
  })
}

/** What was said in a conversation after a position, at most as much as one answer holds. */
export async function itemsAfter(
  db: Db,
  row: Row<'conversations'>,
  after: number,
): Promise<Data<'readVisit'>['items']> {
  const [from, to] = [after + 1, after + VISITOR_ITEMS]
  if (from > row.message_count) return []
  const messages = await selectMessages(db, row.id, from, to)
  const authors = new Map((await selectAuthors(db, row.id, from, to)).map(({ id, user_name }) => [id, user_name]))
  const cited = new Map((await selectCitations(db, row.id, from, to)).map(({ id, citations }) => [id, citations]))
  return messages.map((message) =>
    presentItem(message, { authorName: authors.get(message.id), citations: cited.get(message.id) }),
  )
}
