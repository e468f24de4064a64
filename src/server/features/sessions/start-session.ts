import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { rememberDevice } from './known-device.ts'
import { insertSession } from './queries.ts'
import { recordOfPerson } from './record-of-person.ts'

/** Milliseconds for which a session lasts from its start and from each extension; use extends it at most once a day. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000

const USER_AGENT_MAXIMUM = 300

/** Gives the caller's browser the cookie of a session that was started for it, and the one by which it will be known. */
export function letIn(ctx: Context, token: string, account: Pick<Row<'users'>, 'id' | 'password_hash'>): void {
  ctx.setSessionCookie(token)
  rememberDevice(ctx, account)
}

/** Starts a session, and records it in the audit logs. @returns the cookie's value, which is stored as a hash only */
export async function startSession(ctx: Context, tx: Tx, userId: string): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  const id = newId()
  await insertSession(tx, {
    id,
    user_id: userId,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: now + SESSION_MS,
    user_agent: ctx.userAgent?.slice(0, USER_AGENT_MAXIMUM) ?? null,
  })
  await recordOfPerson(ctx, tx, userId, 'session.created', { type: 'session', id })
  return token
}
