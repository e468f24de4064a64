import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { openConversation } from './open-conversation.ts'

/** Imports a conversation of another channel unchanged, without a greeting or a reply. */
export const importConversation: Verb<'importConversation'> = async (ctx, input) => {
  const { agent, body } = input
  assertAvailable(agent)
  return openConversation(ctx, agent, {
    origin: body.origin,
    chatUser: { id: body.chat_user.id, name: body.chat_user.name || null, email: body.chat_user.email || null },
    identityVerified: false,
    messages: body.messages ?? [],
  })
}
