import type { Actor, Dependencies } from '../../context.ts'
import { hashToken } from '../keys/index.ts'
import { changeSession, selectSessionByHash, selectSessionToken } from './queries.ts'
import { SESSION_MS } from './start-session.ts'

type SessionActor = Extract<Actor, { kind: 'session' }>

/** The least number of milliseconds between two extensions of a session that is in use. */
const EXTEND_EVERY_MS = 24 * 60 * 60 * 1000

/** The user whose session cookie this is; undefined if it is unknown or has expired. */
export async function authenticateSession(deps: Dependencies, cookie: string): Promise<SessionActor | undefined> {
  const row = await selectSessionByHash(deps.database.read, hashToken(cookie))
  const now = deps.now()
  if (!row || row.expires_at <= now) return undefined
  if (row.expires_at < now + SESSION_MS - EXTEND_EVERY_MS)
    await deps.database.transaction((tx) => changeSession(tx, row.id, { expires_at: now + SESSION_MS }))
  return { kind: 'session', userId: row.user_id, sessionId: row.id }
}

/** A token's user, and whether it has expired; undefined if it is unknown or its session has ended. */
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
      organizationId: row.organization_id,
    },
    isExpired: row.expires_at <= now,
  }
}
