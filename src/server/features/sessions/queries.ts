import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { insertsOf, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertSessionToken } = insertsOf('session_tokens')
export const { insert: insertUser } = rowsOf('users')
export const {
  select: selectSession,
  insert: insertSession,
  change: changeSession,
  remove: deleteSession,
} = rowsOf('sessions')
export const { insert: insertFailure } = rowsOf('sign_in_failures')

/** The account with an address, which must be in lower case; undefined if there is none. */
export function selectUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The account by id. @throws Error if there is none */
export function selectUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const selectSessionByHash = preparedOne((db, tokenHash: string) =>
  db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash),
)

/** A user's sessions that have not expired, the latest extended first. */
export function selectSessions(db: Db, userId: string, now: number): Promise<Row<'sessions'>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends all sessions of a user, with the tokens made from them, except the one with `keptId`. */
export async function deleteSessionsOf(tx: Tx, userId: string, keptId?: string): Promise<void> {
  const query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (keptId === undefined ? query : query.where('id', '!=', keptId)).execute()
}

export async function deleteExpiredTokens(tx: Tx, sessionId: string, now: number): Promise<void> {
  await tx.deleteFrom('session_tokens').where('session_id', '=', sessionId).where('expires_at', '<=', now).execute()
}

/** Deletes the tokens that somebody's sessions hold for an organization. */
export async function deleteTokensFor(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('session_tokens')
    .where('organization_id', '=', organizationId)
    .where('session_id', 'in', (query) => query.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute()
}

export const selectSessionToken = preparedOne((db, tokenHash: string) =>
  db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select([
      'sessions.id as session_id',
      'sessions.user_id',
      'session_tokens.organization_id',
      'session_tokens.expires_at',
      'sessions.expires_at as session_expires_at',
    ])
    .where('session_tokens.token_hash', '=', tokenHash),
)

/** The times of the latest failures since a moment, newest first. */
export async function selectFailures(db: Db, throttleKey: string, since: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select('failed_at')
    .where('throttle_key', '=', throttleKey)
    .where('failed_at', '>', since)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.failed_at)
}

export async function deleteFailuresBefore(tx: Tx, throttleKey: string, time: number): Promise<void> {
  await tx
    .deleteFrom('sign_in_failures')
    .where('throttle_key', '=', throttleKey)
    .where('failed_at', '<=', time)
    .execute()
}

/** Forgets an account's wrong passwords, but neither wrong codes nor the failures of each network on all accounts. */
export async function deleteFailuresOf(tx: Tx, { id, email }: Row<'users'>): Promise<void> {
  const keys = await tx.selectFrom('sign_in_failures').select('throttle_key').distinct().execute()
  const own = keys.map((row) => row.throttle_key).filter((key) => key === `account ${id}` || key.endsWith(` ${email}`))
  if (own.length > 0) await tx.deleteFrom('sign_in_failures').where('throttle_key', 'in', own).execute()
}

export async function deleteOldFailures(tx: Tx, time: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('failed_at', '<=', time).execute()
}

export async function deleteEndedSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
