import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { askingUserId, assertMay } from './permissions.ts'
import { holdSession, isRevoked, selectOrganizationFor } from './queries.ts'

/**
 * Makes sure that whoever sends a request still may, and goes on to until the transaction ends. Who they are is asked
 * before the request's body arrives, which can take a minute; what they make may stay when they are gone. Whoever takes a
 * role away locks the organization, too.
 * @throws AppError 401 when their session has ended or their API key has been revoked, 403 when they are no member any
 * more or have too low a role
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
  // That they are here was noted when the request was let in.
  assertMay(ctx, organizationId, { role: standing?.role ?? null, last_seen_at: ctx.now() })
}
