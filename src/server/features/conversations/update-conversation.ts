import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { setMode, setStatus } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { assertNoOpenConversation } from './create-conversation.ts'
import { presentConversation } from './presenter.ts'

/** Mode and status; when both are sent the mode comes first (specification: States, Conversation). */
export async function updateConversation(
  ctx: Context,
  input: VerbInput<'updateConversation'>,
): Promise<Data<'updateConversation'>> {
  const { status, response_mode } = input.body
  try {
    return await changeConversation(ctx, input.conversation, async (_tx, change) => {
      const isClosed = change.row.status === 'closed'
      if (response_mode && isClosed && status !== 'open') throw new AppError('conversation_closed')
      assertAvailable(input.agent)
      if (response_mode) setMode(change, response_mode)
      if (status) setStatus(change, status)
      return change
    }).then((change) => presentConversation(change.row))
  } catch (error) {
    if (isUniqueViolation(error)) {
      const { agent_id, chat_user_id } = input.conversation
      await assertNoOpenConversation(ctx, agent_id, chat_user_id)
    }
    throw error
  }
}
