import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { presentConversation } from './presenter.ts'
import { storeConversation } from './store-conversation.ts'

/** Brings in a thread of another channel as it is: nobody is greeted and nothing is answered. */
export async function importConversation(
  ctx: Context,
  input: VerbInput<'importConversation'>,
): Promise<Data<'importConversation'>> {
  const { agent, body } = input
  assertAvailable(agent)
  const row = await storeConversation(ctx, agent, {
    origin: body.origin,
    chatUser: { id: body.chat_user.id, name: body.chat_user.name || null, email: body.chat_user.email || null },
    identityVerified: false,
    messages: body.messages ?? [],
  })
  return presentConversation(row)
}
