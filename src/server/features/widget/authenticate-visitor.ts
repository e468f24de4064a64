import type { Actor, Dependencies } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { selectVisit } from '../conversations/index.ts'
import { extendVisitorSession, selectVisitorSession } from './queries.ts'
import { hashVisitToken, isVisitToken } from './token.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Milliseconds for which an unverified visitor's token stays valid after its last use, counted to the day. */
export const VISIT_MS = 180 * DAY_MS
/** Milliseconds for which a visitor counts as verified, and their token is valid, after their last identity token. */
export const VERIFIED_MS = DAY_MS

type Visiting = Extract<Actor, { kind: 'visitor' }>

/** A session that has not ended. One that a mail's link began ends when its visitor sees another conversation. */
export async function findVisitorSession(db: Db, token: string, now: number) {
  const session = await selectVisitorSession(db, hashVisitToken(token), now)
  if (!session || session.conversation_id === null) return session
  const visit = await selectVisit(db, session.visitor_id)
  return visit?.id === session.conversation_id ? session : undefined
}

/** The visitor whose token this is; undefined if it is unknown or has ended, or the agent now requires a proof. */
export async function authenticateVisitor(
  deps: Dependencies,
  token: string,
): Promise<{ actor: Visiting; isExpired: boolean } | undefined> {
  if (!isVisitToken(token)) return undefined
  const now = deps.now()
  const session = await findVisitorSession(deps.database.read, token, now)
  if (!session) return undefined
  if (session.identity_mode === 'required' && session.identity_verified === 0) return undefined
  const { token_hash: tokenHash, visitor_id: visitorId, agent_id: agentId, organization_id: organizationId } = session
  if (session.identity_verified === 0 && session.expires_at < now + VISIT_MS - DAY_MS)
    deps.database
      .transaction((tx) => extendVisitorSession(tx, tokenHash, now + VISIT_MS))
      .catch((error) => deps.log.warn({ err: error }, 'could not note when a visit went on'))
  const isAgentDeleted = session.agent_deleted_at !== null
  const isByLink = session.conversation_id !== null
  const visiting = { visitorId, agentId, organizationId, isAgentDeleted, isByLink, tokenHash }
  return { actor: { kind: 'visitor', ...visiting }, isExpired: false }
}
