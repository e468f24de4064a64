import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { selectVisit, selectVisitThread, THREAD_END } from '../conversations/index.ts'
import { newToken } from '../keys/index.ts'
import { isChatToken, readChatToken } from './chat-link.ts'
import { presentVisitor } from './presenter.ts'
import { insertVisitorSession, lockVisitor, selectVisitorOf } from './queries.ts'
import { visitOf } from './read-visit.ts'
import { hashVisitToken } from './token.ts'

/**
 * Begins a visit by the link in a mail to the visitor. Whoever has the link sees this conversation and writes there, until
 * the link ends or the visitor begins another conversation; the visitor's own sessions go on.
 * @returns undefined if the token is that of no such link, or it has ended
 */
export async function openByLink(
  ctx: Context,
  agent: LocatedAgent,
  token: string,
): Promise<Data<'startVisit'> | undefined> {
  const said = readChatToken(token)
  if (!said || said.until <= ctx.now() || agent.identity_mode === 'required') return undefined
  const found = await selectVisitorOf(ctx.database.read, said.conversationId)
  if (found?.agent_id !== agent.id) return undefined
  const given = newToken()
  const visitor = await ctx.database.transaction(async (tx) => {
    const row = await lockVisitor(tx, found.id)
    const visit = row && (await selectVisit(tx, row.id))
    if (!row || visit?.id !== said.conversationId || row.identity_verified === 1) return undefined
    if (!isChatToken(ctx, token, { ...visit, identity_verified: row.identity_verified })) return undefined
    await insertVisitorSession(tx, {
      ...{ token_hash: hashVisitToken(given), visitor_id: row.id, conversation_id: visit.id },
      ...{ created_at: ctx.now(), expires_at: said.until },
    })
    return row
  })
  if (!visitor) return undefined
  const seen = await selectVisitThread(ctx.database.read, visitor.id, { after: THREAD_END })
  return { token: given, visitor: presentVisitor(visitor), conversation: seen ? await visitOf(ctx, seen) : null }
}
