import { DEEP, windowOf } from '../../db/paginate.ts'
import { Fixed } from '../../db/prepared.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { totalConversations, totalPattern } from './counts.ts'
import { selectMessagePage } from './message-queries.ts'
import { presentConversation, presentMessage } from './presenter.ts'
import { selectConversationPage, selectTopConversations } from './queries.ts'

export const listConversations: Verb<'listConversations'> = async (ctx, input) => {
  const { agent, query } = input
  const { page, per_page, status, response_mode } = query
  const filter = { status, response_mode }
  const start = (page - 1) * per_page
  if (start <= DEEP) {
    // The first pages, which are requested most, take a single query that includes the total.
    const rows = await selectTopConversations(
      ctx.database.read,
      agent.id,
      filter,
      totalPattern(filter),
      new Fixed(per_page),
      start || undefined,
    )
    if (rows[0]) return { items: rows.map(presentConversation), total: rows[0].total ?? 0 }
  }
  return ctx.database.snapshot(async (db) => {
    const total = await totalConversations(db, agent.id, filter)
    const window = windowOf({ page, perPage: per_page, total })
    const rows = window.length > 0 ? await selectConversationPage(db, agent.id, filter, window) : []
    return { items: rows.map(presentConversation), total }
  })
}

/** Positions have no gaps, so a page is a range. The total is read again, as the conversation may be outdated. */
export const listMessages: Verb<'listMessages'> = async (ctx, input) => {
  const { conversation, query } = input
  const last = query.page * query.per_page
  const first = last - query.per_page + 1
  const rows = await selectMessagePage(ctx.database.read, conversation.id, first, last)
  if (rows[0]) return { items: rows.map(presentMessage), total: rows[0].total }
  // The conversation has been deleted in the meantime with its messages.
  if (first <= conversation.message_count) throw new AppError('resource_not_found')
  return { items: [], total: conversation.message_count }
}
