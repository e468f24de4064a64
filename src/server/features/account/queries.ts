import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectAccountToken, insert: insertAccountToken } = rowsOf('account_tokens')

type Purpose = Row<'account_tokens'>['purpose']

export async function updateUser(
  tx: Tx,
  userId: string,
  changes: Partial<Pick<Row<'users'>, 'name' | 'email' | 'password_hash'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.updateTable('users').set(changes).where('id', '=', userId).execute()
}

/** When, in milliseconds since 1970, a person's links of this purpose were made after `since`, oldest first. */
export async function selectRequestTimes(db: Db, userId: string, purpose: Purpose, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.created_at)
}

export function selectTokenByHash(
  db: Db,
  purpose: Purpose,
  tokenHash: string,
): Promise<Row<'account_tokens'> | undefined> {
  return findRow(db, 'account_tokens', { token_hash: tokenHash, purpose })
}

/**
 * Ends the earlier links of a purpose, including those whose mail is not written yet. Each expires at the time it was
 * made, or `now` if that is earlier, so that it has expired for processes whose clocks are behind too. The rows stay
 * for as long as they count towards the limit of requests per hour.
 */
export async function replaceTokens(tx: Tx, userId: string, purpose: Purpose, now: number): Promise<void> {
  await tx
    .updateTable('account_tokens')
    .set((row) => ({
      token_hash: null,
      expires_at: row.case().when('created_at', '<', now).then(row.ref('created_at')).else(now).end(),
    }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

/** Gives a row its token, unless it has expired. @returns whether it did */
export async function setTokenHash(tx: Tx, id: string, tokenHash: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable('account_tokens')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Uses up a token; its row still counts towards the hourly limit. @returns whether it did, which is true only once */
export async function takeToken(tx: Tx, tokenHash: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable('account_tokens')
    .set({ token_hash: null })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Ends a person's links of every purpose, including those whose mail is not written yet. */
export async function endTokensOf(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('account_tokens')
    .set({ token_hash: null, expires_at: now })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
}

export async function deleteExpiredTokens(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('account_tokens').where('expires_at', '<=', before).execute()
}
