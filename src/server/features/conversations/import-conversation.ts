import type { PostContext } from '../../context.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { openConversation } from './open-conversation.ts'

/** Imports a conversation of another channel unchanged, without a greeting or a reply. */
export async function importConversation(
  ctx: PostContext,
  input: VerbInput<'importConversation'>,
): Promise<VerbResult<'importConversation'>> {
  const { agent, body } = input
  assertAvailable(agent)
  return openConversation(ctx, agent, {
    origin: body.origin,
    chatUser: { id: body.chat_user.id, name: body.chat_user.name || null, email: body.chat_user.email || null },
    identityVerified: false,
    messages: body.messages ?? [],
  })
}
