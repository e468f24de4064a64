import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'

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
export function rememberDevice(ctx: Context, account: Account): void {
  const id = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  ctx.device.remember(account.id, `${id}.${proofOf(account, id)}`)
}

/** The key is the salted password hash, which never leaves the server; another password forgets all browsers. */
function proofOf({ id, password_hash }: Account, device: string): string {
  return createHmac('sha256', password_hash).update(`device ${id} ${device}`).digest('base64url')
}
