import type { Plan } from '#contract/limits.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Actor, Dependencies } from '../../context.ts'
import { changeKey, selectKeyByHash } from './queries.ts'
import { hashToken } from './token.ts'

/** The least number of milliseconds between two updates of a key's `last_used_at`. */
const USED_EVERY_MS = 60_000

interface AuthenticatedKey {
  actor: Extract<Actor, { kind: 'api_key' }>
  plan: Plan
  isExpired: boolean
}

/** The API key for a bearer token; undefined if there is none or it is revoked. */
export async function authenticateKey(deps: Dependencies, token: string): Promise<AuthenticatedKey | undefined> {
  const row = await selectKeyByHash(deps.database.read, hashToken(token))
  if (!row) return undefined
  const now = deps.now()
  const isExpired = row.expires_at !== null && row.expires_at <= now
  if (!isExpired && (row.last_used_at ?? 0) < now - USED_EVERY_MS)
    deps.database
      .transaction((tx) => changeKey(tx, row.id, { last_used_at: now }))
      .catch((error) => deps.log.warn({ err: error }, 'could not note when a key was used'))
  return {
    actor: {
      kind: 'api_key',
      userId: row.user_id,
      organizationId: row.organization_id,
      keyId: row.id,
      scopes: JSON.parse(row.scopes) as Scope[],
    },
    plan: row.plan,
    isExpired,
  }
}
