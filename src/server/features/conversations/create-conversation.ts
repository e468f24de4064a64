import { randomUUID } from 'node:crypto'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { verifyIdentity } from './identity.ts'
import { assertNoneOpen, openAsOnlyOne } from './one-open.ts'
import { openConversation } from './open-conversation.ts'

/** Opens a conversation for a visitor. The agent greets, unless only people answer for it. */
export const createConversation: Verb<'createConversation'> = async (ctx, input) => {
  const { agent, body } = input
  const identity = await verifyIdentity(ctx, agent, body)
  assertAvailable(agent)
  const chatUserId = identity?.id ?? body.chat_user_id ?? randomUUID()
  const visitor = { agent_id: agent.id, chat_user_id: chatUserId }
  await assertNoneOpen(ctx, visitor)
  return openAsOnlyOne(ctx, visitor, () =>
    openConversation(ctx, agent, {
      origin: 'public_api',
      chatUser: { id: chatUserId, name: identity?.name ?? null, email: identity?.email ?? null },
      identityVerified: identity !== undefined,
      messages: agent.only_human ? [] : [{ role: 'assistant', content: agent.greeting }],
    }),
  )
}
