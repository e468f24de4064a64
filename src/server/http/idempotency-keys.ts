import type { Dependencies } from '../context.ts'

/** A key whose process has died is free again after this. */
const LOCK_MS = 20_000
const RENEW_EVERY_MS = 6_000
const KEPT_MS = 24 * 60 * 60 * 1000
const REMOVED_AT_ONCE = 1_000

export interface KeptAnswer {
  status: number
  body: unknown
}

export type Claim =
  /** The caller is the first: it keeps its answer, or releases the key. */
  | { kind: 'mine'; keep(answer: KeptAnswer): Promise<void>; release(): Promise<void> }
  | { kind: 'running' }
  | { kind: 'answered'; answer: KeptAnswer }
  | { kind: 'other_request' }

/**
 * Claims an idempotency key for a request, exactly once over all processes.
 *
 * @param scopeKey actor, route and key together
 * @param requestHash what tells this request from another under the same key
 */
export async function claimKey(deps: Dependencies, scopeKey: string, requestHash: string): Promise<Claim> {
  const now = deps.now()
  const claimed = {
    scope_key: scopeKey,
    request_hash: requestHash,
    response_status: null,
    response_body: null,
    locked_until: now + LOCK_MS,
    expires_at: now + KEPT_MS,
  }
  const found = await deps.database.transaction(async (tx) => {
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values(claimed)
      .onConflict((conflict) => conflict.column('scope_key').doNothing())
      .returning('scope_key')
      .executeTakeFirst()
    if (inserted) return 'mine' as const
    const row = await tx.selectFrom('idempotency_keys').selectAll().where('scope_key', '=', scopeKey).executeTakeFirst()
    if (!row) return 'gone' as const // released at this very moment
    const isFree = row.expires_at <= now || (row.response_status === null && row.locked_until <= now)
    if (!isFree) return row
    const taken = await tx
      .updateTable('idempotency_keys')
      .set(claimed)
      .where('scope_key', '=', scopeKey)
      .where('locked_until', '=', row.locked_until)
      .where('expires_at', '=', row.expires_at)
      .executeTakeFirst()
    return taken.numUpdatedRows > 0n ? ('mine' as const) : ('gone' as const)
  })
  if (found === 'mine') return hold(deps, scopeKey)
  if (found === 'gone') return { kind: 'running' }
  if (found.request_hash !== requestHash) return { kind: 'other_request' }
  if (found.response_status === null) return { kind: 'running' }
  return {
    kind: 'answered',
    answer: { status: found.response_status, body: JSON.parse(found.response_body ?? 'null') },
  }
}

/** Keeps a claim alive while its request runs. */
function hold(deps: Dependencies, scopeKey: string): Claim {
  const change = (changes: { locked_until: number } | { response_status: number; response_body: string }) =>
    deps.database.transaction((tx) =>
      tx.updateTable('idempotency_keys').set(changes).where('scope_key', '=', scopeKey).execute(),
    )
  const renewal = setInterval(() => {
    change({ locked_until: deps.now() + LOCK_MS }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not renew the lock of an idempotency key'),
    )
  }, RENEW_EVERY_MS)
  return {
    kind: 'mine',
    async keep({ status, body }) {
      clearInterval(renewal)
      await change({ response_status: status, response_body: JSON.stringify(body) })
    },
    async release() {
      clearInterval(renewal)
      await deps.database.transaction((tx) =>
        tx.deleteFrom('idempotency_keys').where('scope_key', '=', scopeKey).execute(),
      )
    },
  }
}

/** Forgets keys of more than a day ago. Several processes may do it at once. */
export async function pruneIdempotencyKeys(deps: Dependencies): Promise<void> {
  let removed: bigint
  do {
    removed = await deps.database.transaction(async (tx) => {
      const result = await tx
        .deleteFrom('idempotency_keys')
        .where('scope_key', 'in', (query) =>
          query
            .selectFrom('idempotency_keys')
            .select('scope_key')
            .where('expires_at', '<=', deps.now())
            .orderBy('expires_at')
            .limit(REMOVED_AT_ONCE),
        )
        .executeTakeFirst()
      return result.numDeletedRows
    })
  } while (removed === BigInt(REMOVED_AT_ONCE))
}
