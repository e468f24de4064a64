import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError } from '../../errors.ts'
import { selectOpenConversation } from './queries.ts'

const TRIES = 10

type Visitor = Pick<Row<'conversations'>, 'agent_id' | 'chat_user_id'> & { id?: string }

/**
 * Runs `open`, which opens a visitor's conversation. A unique index lets only one be open at a time. If the one in the
 * way is closed before it can be named in the error, `open` is run again.
 * @param visitor with the conversation's id where it exists already
 * @throws AppError 409 `conversation_conflict` with the conversation that is in the way; what `open` throws
 */
export async function openAsOnlyOne<T>(ctx: Context, visitor: Visitor, open: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await open()
    } catch (error) {
      if (!isUniqueViolation(error, { table: 'conversations', columns: ['agent_id', 'chat_user_id'] })) throw error
      await assertNoneOpen(ctx, visitor)
      if (tries === TRIES) throw conflict()
    }
}

/** @throws AppError 409 when another conversation of the visitor is open, with its id */
export async function assertNoneOpen(ctx: Context, { id, agent_id, chat_user_id }: Visitor): Promise<void> {
  const other = await selectOpenConversation(ctx.database.read, agent_id, chat_user_id)
  if (other && other.id !== id) throw conflict(other.id)
}

function conflict(conversation_id?: string): AppError {
  const details = conversation_id ? [{ field: 'chat_user_id', conversation_id }] : []
  return new AppError('conversation_conflict', { details })
}
