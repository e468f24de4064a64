import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { holdMember } from '../members/index.ts'
import type { State } from './command.ts'
import { holdConversation } from './commit.ts'

/**
 * Makes sure that whoever sends the request stays a member of the organization until the transaction ends, because
 * acting on a conversation may assign it to them. Does nothing for API keys.
 * @throws AppError 403 if they have been removed since the request began
 */
export async function holdActingMember(ctx: Context, tx: Tx, organizationId: string): Promise<void> {
  if (ctx.actor.kind !== 'session') return
  if ((await holdMember(tx, organizationId, actingUserId(ctx))) === undefined) throw new AppError('forbidden')
}

/**
 * Runs `work` with the conversation locked and whoever sends the request kept a member.
 * @throws AppError 403 if they have been removed; 404 if the conversation has been deleted; what `work` throws
 */
export function holdingAsMember<T>(
  ctx: Context,
  { id, organization_id: organizationId }: Pick<Row<'conversations'>, 'id' | 'organization_id'>,
  work: (tx: Tx, state: State) => Promise<T>,
): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    await holdActingMember(ctx, tx, organizationId)
    return work(tx, await holdConversation(tx, id))
  })
}
