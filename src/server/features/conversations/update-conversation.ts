import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { setMode, setStatus } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { openAsOnlyOne } from './one-open.ts'
import { presentConversation } from './presenter.ts'

/** Mode and status; when both are sent the mode comes first (specification: States, Conversation). */
export async function updateConversation(
  ctx: Context,
  input: VerbInput<'updateConversation'>,
): Promise<Data<'updateConversation'>> {
  const { status, response_mode } = input.body
  const change = await openAsOnlyOne(ctx, input.conversation, () =>
    changeConversation(ctx, input.conversation, async (_tx, change) => {
      const isClosed = change.row.status === 'closed'
      if (response_mode && isClosed && status !== 'open') throw new AppError('conversation_closed')
      assertAvailable(input.agent)
      if (response_mode) setMode(change, response_mode)
      if (status) setStatus(change, status)
      return change
    }),
  )
  return presentConversation(change.row)
}
