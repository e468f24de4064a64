import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { recordAudit } from '../audit/index.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { organizationsOf } from '../organizations/index.ts'
import { insertSession } from './queries.ts'

/** Records what somebody did to their own account, in the audit log of each organization that they belong to. */
export async function recordOfPerson(
  ctx: Context,
  tx: Tx,
  userId: string,
  action: AuditAction,
  target: Parameters<typeof recordAudit>[2]['target'] = { type: 'member', id: userId },
): Promise<void> {
  for (const { id: organizationId } of await organizationsOf(tx, userId))
    await recordAudit(ctx, tx, { organizationId, action, target, userId })
}

type Account = Pick<Row<'users'>, 'id' | 'password_hash'>

const FORM = /^([\w-]{22})\.([\w-]{43})$/

/**
 * The random id of a browser that has signed in since the password was changed, by its cookie; else undefined. Its
 * failures count apart, so that strangers who guess passwords never keep an owner out of it.
 */
export function knownDevice(ctx: Context, account: Account | undefined): string | undefined {
  const [, id, proof] = (account && FORM.exec(ctx.device.token(account.id) ?? '')) ?? []
  if (!account || id === undefined || proof === undefined) return undefined
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(account, id))) ? id : undefined
}

/** Gives the caller's browser, which has just signed in to the account, the cookie by which it will be known. */
function rememberDevice(ctx: Context, account: Account): void {
  const id = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  ctx.device.remember(account.id, `${id}.${proofOf(account, id)}`)
}

/** The key is the salted password hash, which never leaves the server; another password forgets all browsers. */
const proofOf = ({ id, password_hash }: Account, device: string): string =>
  createHmac('sha256', password_hash).update(`device ${id} ${device}`).digest('base64url')

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
