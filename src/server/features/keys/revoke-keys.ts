import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { recordAudit } from '../audit/index.ts'
import { markKeyRevoked, markKeysRevoked } from './queries.ts'

/** Revokes a key for good. */
export async function revokeKey(ctx: Context, { key }: { key: Row<'api_keys'> }): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    const revoked = await markKeyRevoked(tx, key.id, ctx.now())
    if (revoked) await record(ctx, tx, revoked)
  })
}

/** Revokes, for good, the keys that somebody has made for an organization. */
export async function revokeKeysOf(ctx: Context, tx: Tx, organizationId: string, userId: string): Promise<void> {
  for (const key of await markKeysRevoked(tx, organizationId, userId, ctx.now())) await record(ctx, tx, key)
}

const record = (ctx: Context, tx: Tx, { id, name, organization_id }: Row<'api_keys'>) =>
  recordAudit(ctx, tx, organization_id, 'api_key.revoked', { type: 'api_key', id, name })
