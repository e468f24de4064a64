import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { askingUserId, assertMay } from './permissions.ts'
import { holdSession, isRevoked, selectOrganizationFor } from './queries.ts'

/**
 * Keeps whoever sent a request allowed to make it until the transaction ends: it was checked before the body arrived,
 * which can take a minute. Locks the organization, and the API key or the session.
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
  // Passing the present time keeps `assertMay` from noting the member's activity a second time.
  assertMay(ctx, organizationId, { role: standing?.role ?? null, last_seen_at: ctx.now() })
}
