import { randomUUID } from 'node:crypto'
import { removeInPortions } from '../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../context.ts'
import {
  extendLease,
  type HeldKey,
  isErased,
  releaseKey,
  removeExpiredKeys,
  storeAnswer,
  storeRefusal,
  takeKey,
} from '../db/idempotency-keys.ts'
import type { Tx } from '../db/tables.ts'
import { AppError } from '../errors.ts'

/** Milliseconds after which a key can be claimed again if its process has died. */
const LEASE_MS = 20_000
const EXTEND_EVERY_MS = 6_000
const KEPT_MS = 24 * 60 * 60 * 1000
const REMOVED_AT_ONCE = 1_000

interface KeptAnswer {
  status: number
  body: unknown
}

/** An answer with the id of what it is about: a conversation, or what the request created; empty if neither. */
interface NewAnswer extends KeptAnswer {
  subjectId: string
}

/** An idempotency key that was claimed for this request. */
export interface ClaimedKey {
  /**
   * Stores the answer in the transaction that does the work.
   * @throws AppError 409 `idempotency_in_progress` when another request has taken the key over, so that it rolls back
   */
  keep(tx: Tx, answer: NewAnswer): Promise<void>
  /**
   * Stores an error answer to a request that had no effect, unless an answer is stored already or another request has
   * the key.
   */
  refuse(answer: NewAnswer): Promise<void>
  /** Frees the key if no answer is stored under it. Waits for a transaction that may still commit an answer. */
  release(): Promise<void>
  /** Stops extending the lease. Must be called when the request has ended in any way. */
  end(): void
}

type Claim =
  /** The caller is the first to claim the key and must run the request. */
  | { kind: 'mine'; key: ClaimedKey }
  | { kind: 'running' }
  | { kind: 'answered'; answer: KeptAnswer }
  /** The request was answered, but what it was about has been erased since. */
  | { kind: 'erased' }
  | { kind: 'other_request' }

/** Makes the error for a request whose key is held by another request that is still running. */
export const inProgress = () => new AppError('idempotency_in_progress', { headers: { 'Retry-After': 1 } })

/**
 * Of the requests with a key, in all processes, only one at a time succeeds.
 * @param scopeKey identifies actor, route and key together
 * @param requestHash differs between different requests with one key
 */
export async function claimKey(deps: Dependencies, scopeKey: string, requestHash: string): Promise<Claim> {
  const now = deps.now()
  const held = { scopeKey, token: randomUUID() }
  const lease = { requestHash, lockedUntil: now + LEASE_MS, expiresAt: now + KEPT_MS }
  const found = await deps.database.transaction((tx) => takeKey(tx, { ...held, ...lease }, now))
  if (found === 'mine') return { kind: 'mine', key: hold(deps, held) }
  if (found === 'gone') return { kind: 'running' }
  if (found.request_hash !== requestHash) return { kind: 'other_request' }
  if (found.response_status === null) return { kind: 'running' }
  if (isErased(found)) return { kind: 'erased' }
  return {
    kind: 'answered',
    answer: { status: found.response_status, body: JSON.parse(found.response_body ?? 'null') },
  }
}

/** Makes the claim's object, and extends the lease until its `end` is called. */
function hold(deps: Dependencies, held: HeldKey): ClaimedKey {
  const extension = setInterval(() => {
    deps.database
      .transaction((tx) => extendLease(tx, held, deps.now() + LEASE_MS))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'could not extend the lease of an idempotency key'))
  }, EXTEND_EVERY_MS)
  return {
    async keep(tx, answer) {
      if (!(await storeAnswer(tx, held, asText(answer)))) throw inProgress()
    },
    async refuse(answer) {
      await deps.database.transaction((tx) => storeRefusal(tx, held, asText(answer)))
    },
    release: () => deps.database.transaction((tx) => releaseKey(tx, held)),
    end: () => clearInterval(extension),
  }
}

const asText = ({ body, ...answer }: NewAnswer) => ({ ...answer, body: JSON.stringify(body) })

export function pruneIdempotencyKeys(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, REMOVED_AT_ONCE, (tx) => removeExpiredKeys(tx, deps.now(), REMOVED_AT_ONCE))
}
