import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertKey, change: changeKey } = rowsOf('api_keys')

/** An API key that is not revoked, with its organization's plan. */
export const selectKeyByHash = preparedOne((db, keyHash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .select([
      'api_keys.id',
      'api_keys.user_id',
      'api_keys.organization_id',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'organizations.plan',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.revoked_at', 'is', null),
)

export function selectKeys(db: Db, organizationId: string): Promise<Row<'api_keys'>[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export function selectKey(db: Db, organizationId: string, id: string): Promise<Row<'api_keys'> | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Revokes a key for good. @returns the key; undefined if it was already revoked */
export function markKeyRevoked(tx: Tx, id: string, now: number): Promise<Row<'api_keys'> | undefined> {
  return revocation(tx, now).where('id', '=', id).executeTakeFirst()
}

/** Revokes, for good, the keys that somebody has made for an organization. @returns the keys */
export function markKeysRevoked(
  tx: Tx,
  organizationId: string,
  userId: string,
  now: number,
): Promise<Row<'api_keys'>[]> {
  return revocation(tx, now).where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}

const revocation = (tx: Tx, now: number) =>
  tx.updateTable('api_keys').set({ revoked_at: now }).where('revoked_at', 'is', null).returningAll()
