import { randomUUID } from 'node:crypto'
import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { verifyIdentity } from './identity.ts'
import { assertNoneOpen, openAsOnlyOne } from './one-open.ts'
import { presentConversation } from './presenter.ts'
import { storeConversation } from './store-conversation.ts'

/** Opens a conversation for a visitor and greets, unless the agent is human-only. */
export async function createConversation(
  ctx: Context,
  input: VerbInput<'createConversation'>,
): Promise<Data<'createConversation'>> {
  const { agent, body } = input
  const identity = await verifyIdentity(ctx, agent, body)
  assertAvailable(agent)
  const chatUserId = identity?.id ?? body.chat_user_id ?? randomUUID()
  const visitor = { agent_id: agent.id, chat_user_id: chatUserId }
  await assertNoneOpen(ctx, visitor)
  const row = await openAsOnlyOne(ctx, visitor, () =>
    storeConversation(ctx, agent, {
      origin: 'public_api',
      chatUser: { id: chatUserId, name: identity?.name ?? null, email: identity?.email ?? null },
      identityVerified: identity !== undefined,
      messages: agent.only_human ? [] : [{ role: 'assistant', content: agent.greeting }],
    }),
  )
  return presentConversation(row)
}
