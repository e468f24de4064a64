import { randomUUID } from 'node:crypto'
import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { verifyIdentity } from './identity.ts'
import { presentConversation } from './presenter.ts'
import { selectOpenConversation } from './queries.ts'
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
  await assertNoOpenConversation(ctx, agent.id, chatUserId)
  try {
    const row = await storeConversation(ctx, agent, {
      origin: 'public_api',
      chatUser: { id: chatUserId, name: identity?.name ?? null, email: identity?.email ?? null },
      identityVerified: identity !== undefined,
      messages: agent.only_human ? [] : [{ role: 'assistant', content: agent.greeting }],
    })
    return presentConversation(row)
  } catch (error) {
    // Somebody was faster between the look and the insert; the unique index let only one through.
    if (isUniqueViolation(error)) await assertNoOpenConversation(ctx, agent.id, chatUserId)
    throw error
  }
}

/** 409 with the conversation that is in the way. */
export async function assertNoOpenConversation(ctx: Context, agentId: string, chatUserId: string): Promise<void> {
  const open = await selectOpenConversation(ctx.database.read, agentId, chatUserId)
  if (open)
    throw new AppError('conversation_conflict', { details: [{ field: 'chat_user_id', conversation_id: open.id }] })
}
