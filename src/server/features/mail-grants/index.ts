import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { accessTokenOf } from './access-token.ts'
import { changeGrant, lockGrant, selectGrant } from './queries.ts'

export { finishMailGrant } from './ask-for-grant.ts'
export { removeOthersOf as removeOtherGrants } from './queries.ts'
export { accessTokenOf }

/** Whether the session that asked for a grant may make use of it, for one mailbox. */
function isUsable(
  ctx: Context,
  row: Row<'mail_grants'> | undefined,
  place: { organizationId: string; id: string | null },
): row is Row<'mail_grants'> {
  if (row?.status !== 'granted' || row.organization_id !== place.organizationId) return false
  if (ctx.actor.kind !== 'session' || ctx.actor.sessionId !== row.session_id) return false
  return row.mailbox_id === null ? (row.ends_at ?? 0) > ctx.now() : row.mailbox_id === place.id
}

/**
 * The access token of a grant that no mailbox has yet, to try it.
 * @throws AppError 422 like `takeGrant`; OauthFailure
 */
export async function triedToken(
  ctx: Context,
  id: string,
  { side, organizationId }: { side: 'incoming' | 'outgoing'; organizationId: string },
): Promise<string> {
  const row = await selectGrant(ctx.database.read, id)
  if (!isUsable(ctx, row, { organizationId, id: row?.mailbox_id ?? null })) throw invalid(`${side}.auth`, ENDED)
  return accessTokenOf(ctx, id)
}

/**
 * Gives a grant to a mailbox.
 * @param side the part of the mailbox's body that names it
 * @throws AppError 422 for one that has ended, or is somebody else's
 */
export async function takeGrant(
  ctx: Context,
  tx: Tx,
  id: string,
  { side, ...place }: { organizationId: string; id: string; side: 'incoming' | 'outgoing' },
): Promise<Row<'mail_grants'>> {
  const row = await lockGrant(tx, id)
  if (!isUsable(ctx, row, place)) throw invalid(`${side}.auth`, ENDED)
  await changeGrant(tx, id, { mailbox_id: place.id, ends_at: null })
  return row
}

const ENDED = 'is no longer valid: sign in again'
