import type { Row } from './rows.ts'
import type { Tx } from './tables.ts'

/**
 * A request's claim on an idempotency key. Each claim has a random token; when another request takes the key over, the
 * token changes.
 */
export interface HeldKey {
  scopeKey: string
  token: string
}

/**
 * Claims a key if it is new, expired, or was left by a request whose lease has ended.
 * @returns `mine` if the claim succeeded; the key's row if another request has claimed it or was answered under it;
 * `gone` if another request released it at that moment
 */
export async function takeKey(
  tx: Tx,
  key: HeldKey & { requestHash: string; lockedUntil: number; expiresAt: number },
  now: number,
): Promise<Row<'idempotency_keys'> | 'mine' | 'gone'> {
  const claimed = {
    scope_key: key.scopeKey,
    request_hash: key.requestHash,
    response_status: null,
    response_body: null,
    subject_id: null,
    claim_token: key.token,
    locked_until: key.lockedUntil,
    expires_at: key.expiresAt,
  }
  // Either this update waits until the transaction that stores an answer here has committed, or that transaction finds
  // that its claim is lost.
  const taken = await tx
    .insertInto('idempotency_keys')
    .values(claimed)
    .onConflict((conflict) =>
      conflict
        .column('scope_key')
        .doUpdateSet(claimed)
        .where(({ eb, or, and }) =>
          or([
            eb('idempotency_keys.expires_at', '<=', now),
            and([eb('idempotency_keys.response_status', 'is', null), eb('idempotency_keys.locked_until', '<=', now)]),
          ]),
        ),
    )
    .returning('scope_key')
    .executeTakeFirst()
  if (taken) return 'mine'
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('scope_key', '=', key.scopeKey)
    .executeTakeFirst()
  return row ?? 'gone'
}

/**
 * Stores the answer to a request under its key.
 * @returns false if the claim is lost, as when another request has taken the key over; nothing is stored then
 */
export async function storeAnswer(tx: Tx, key: HeldKey, answer: StoredAnswer): Promise<boolean> {
  const result = await tx
    .updateTable('idempotency_keys')
    .set(columnsOf(answer))
    .where('scope_key', '=', key.scopeKey)
    .where('claim_token', '=', key.token)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Stores an error answer, unless the claim is lost or a transaction has already stored an answer: then the request had
 * an effect before it failed, or before it seemed to fail.
 */
export async function storeRefusal(tx: Tx, key: HeldKey, answer: StoredAnswer): Promise<void> {
  await ownUnanswered(tx, key).set(columnsOf(answer)).execute()
}

interface StoredAnswer {
  status: number
  body: string
  /** The id of what the answer is about: a conversation, or what the request created; empty if neither. */
  subjectId: string
}

const columnsOf = ({ status, body, subjectId }: StoredAnswer) => ({
  response_status: status,
  response_body: body,
  subject_id: subjectId,
})

/** What is stored instead of an answer about something that has been erased since. */
const ERASED = { response_status: 404, response_body: null }

export const isErased = (key: Row<'idempotency_keys'>): boolean =>
  key.response_status === ERASED.response_status && key.response_body === ERASED.response_body

/**
 * Erases the answers about something that is erased. The keys stay taken until they expire, so that no repetition of a
 * request does its work again until then.
 */
export async function eraseAnswersAbout(tx: Tx, subjectId: string): Promise<void> {
  await tx.updateTable('idempotency_keys').set(ERASED).where('subject_id', '=', subjectId).execute()
}

/** Extends the lease of a claim that has no answer yet. */
export async function extendLease(tx: Tx, key: HeldKey, lockedUntil: number): Promise<void> {
  await ownUnanswered(tx, key).set({ locked_until: lockedUntil }).execute()
}

const ownUnanswered = (tx: Tx, key: HeldKey) =>
  tx
    .updateTable('idempotency_keys')
    .where('scope_key', '=', key.scopeKey)
    .where('claim_token', '=', key.token)
    .where('response_status', 'is', null)

/**
 * Frees a key, unless the claim is lost or an answer is stored under it. One may be stored even if the commit of its
 * transaction seemed to fail.
 */
export async function releaseKey(tx: Tx, key: HeldKey): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('scope_key', '=', key.scopeKey)
    .where('claim_token', '=', key.token)
    .where('response_status', 'is', null)
    .execute()
}

/**
 * Removes at most `limit` expired keys.
 * @returns the number of keys removed
 */
export async function removeExpiredKeys(tx: Tx, now: number, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('idempotency_keys')
    .where('scope_key', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('scope_key')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
