import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from '../../text/base32.ts'

/** What authenticators assume by default: SHA-1, 6 digits, steps of 30 seconds (RFC 6238). */
const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20 // as long as the hash, which RFC 4226, section 4, recommends

export function newSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES))
}

/** The code of a step. Steps are counted from 1970. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step that a code belongs to: the present one, or the one before or after, as clocks differ; else undefined. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const present = Math.floor(now / STEP_MS)
  const given = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(given)) return undefined
  return [present, present - 1, present + 1].find((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(given)),
  )
}

/** What a QR code shows to an authenticator. */
export function otpauthUri(secret: string, account: string): string {
  const label = `Baton:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=Baton&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
}
