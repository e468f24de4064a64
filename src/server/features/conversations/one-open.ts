import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError } from '../../errors.ts'
import { selectOpenConversation } from './queries.ts'
import { selectOpenVisit } from './visit-queries.ts'

const TRIES = 10
/** The columns of the two unique indexes: of open conversations made through the API, and of those on a website. */
const oneOpen = [['agent_id', 'chat_user_id'], ['visitor_id']]

type Visitor = Pick<Row<'conversations'>, 'agent_id' | 'chat_user_id'> & { id?: string; visitor_id?: string | null }

export const isAnotherOpen = (error: unknown): boolean =>
  oneOpen.some((columns) => isUniqueViolation(error, { table: 'conversations', columns }))

/**
 * Runs `open`. A unique index permits a visitor only one open conversation; if another one is open, the error names it,
 * and if that is closed meanwhile, `open` runs again, up to ten times in all.
 * @param visitor whose conversation it is; `id` is that of the conversation, if it exists already
 * @throws AppError 409 `conversation_conflict`, with the other's id unless that keeps changing; what `open` throws
 */
export async function openAsOnlyOne<T>(ctx: Context, visitor: Visitor, open: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await open()
    } catch (error) {
      if (!isAnotherOpen(error)) throw error
      await assertNoneOpen(ctx, visitor)
      if (tries === TRIES) throw conflict()
    }
}

/** @throws AppError 409 `conversation_conflict` with the id of another open conversation */
export async function assertNoneOpen(ctx: Context, visitor: Visitor): Promise<void> {
  const { id, agent_id, chat_user_id, visitor_id } = visitor
  const other = visitor_id
    ? await selectOpenVisit(ctx.database.read, visitor_id)
    : await selectOpenConversation(ctx.database.read, agent_id, chat_user_id)
  if (other && other.id !== id) throw conflict(other.id)
}

function conflict(conversation_id?: string): AppError {
  const details = conversation_id ? [{ field: 'chat_user_id', conversation_id }] : []
  return new AppError('conversation_conflict', { details })
}
