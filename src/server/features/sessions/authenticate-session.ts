import type { Actor, Dependencies } from '../../context.ts'
import { hashToken } from '../keys/index.ts'
import { extendSession, selectSessionByHash, selectSessionToken } from './queries.ts'
import { SESSION_MS } from './start-session.ts'

type SessionActor = Extract<Actor, { kind: 'session' }>

/** How often a session in use is extended at most. */
const EXTEND_EVERY_MS = 24 * 60 * 60 * 1000

/** Who a session cookie belongs to; undefined when it is unknown or over. */
export async function authenticateSession(deps: Dependencies, cookie: string): Promise<SessionActor | undefined> {
  const row = await selectSessionByHash(deps.database.read, hashToken(cookie))
  const now = deps.now()
  if (!row || row.expires_at <= now) return undefined
  if (row.expires_at < now + SESSION_MS - EXTEND_EVERY_MS)
    await deps.database.transaction((tx) => extendSession(tx, row.id, now + SESSION_MS))
  return { kind: 'session', userId: row.user_id, sessionId: row.id }
}

/** Who a session's bearer token belongs to, and whether it has run out; undefined when it is unknown. */
export async function authenticateSessionToken(
  deps: Dependencies,
  token: string,
): Promise<{ actor: SessionActor; isExpired: boolean } | undefined> {
  const row = await selectSessionToken(deps.database.read, hashToken(token))
  const now = deps.now()
  if (!row || row.session_expires_at <= now) return undefined
  return {
    actor: {
      kind: 'session',
      userId: row.user_id,
      sessionId: row.session_id,
      ...(row.organization_id !== null && { organizationId: row.organization_id }),
    },
    isExpired: row.expires_at <= now,
  }
}
