import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { askingUserId, assertMay } from './permissions.ts'
import { holdSession, isRevoked, selectOrganizationFor } from './queries.ts'

/**
 * Makes sure that whoever sent a request is still allowed to make it, and stays so until the transaction ends.
 * Permission is first checked before the request's body arrives, which can take a minute, and what the request creates
 * may outlast a membership. Locks the organization, as code that takes a role away does too, and the API key or the
 * session.
 * @throws AppError 401 `unauthenticated` if the session has ended or the API key has been revoked; 403 `forbidden` if
 * the person is no longer a member or their role is too low
 */
export async function holdPermission(ctx: Context, tx: Tx, organizationId: string): Promise<void> {
  const { actor } = ctx
  await lockRow(tx, 'organizations', organizationId)
  if (actor.kind === 'api_key') {
    await lockRow(tx, 'api_keys', actor.keyId)
    if (await isRevoked(tx, actor.keyId)) throw new AppError('unauthenticated')
  }
  if (actor.kind === 'session' && !(await holdSession(tx, actor.sessionId))) throw new AppError('unauthenticated')
  const standing = await selectOrganizationFor(tx, organizationId, askingUserId(ctx))
  // Passing the present time keeps `assertMay` from noting the member's activity, which was noted when the request
  // arrived.
  assertMay(ctx, organizationId, { role: standing?.role ?? null, last_seen_at: ctx.now() })
}
