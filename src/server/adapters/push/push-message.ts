import { createPublicKey } from 'node:crypto'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { importJWK, SignJWT } from 'jose'
import { OutboundError } from '../outbound/errors.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { publicKeyOf, type VapidKey } from './vapid-key.ts'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_READ = 16 * 1024
const KEPT_SECONDS = 4 * 60 * 60 // how long a push service keeps a message for a browser that is not running

/** A browser's subscription, as its `PushSubscription.toJSON()` gives it. */
export interface Receiver {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** What the browser's service worker gets, encrypted for it alone. */
  content: string
  /** A later message with an equal topic replaces one that has not been delivered yet; at most 32 letters and digits. */
  topic: string
  isUrgent: boolean
}

/** `gone`: the subscription has ended for good; `refused`: this message would be refused again. */
export type PushResult = { outcome: 'sent' | 'gone' } | { outcome: 'refused'; why: string }

/** Whether the keys of a subscription are what RFC 8291 asks for: a point of the curve P-256, and 16 bytes. */
export function areKeysValid({ p256dh, auth }: Pick<Receiver, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}

/**
 * Posts a message to a browser's push service (RFC 8030), encrypted (RFC 8291) and signed by this server (RFC 8292).
 * @param sender `subject`: the `mailto:` or `https:` address at which the push service reaches this server's operator
 * @throws Error when another attempt may succeed
 */
export async function sendPush(
  outbound: Outbound,
  receiver: Receiver,
  message: PushMessage,
  sender: { key: VapidKey; subject: string },
  signal: AbortSignal,
): Promise<PushResult> {
  const { endpoint, p256dh, auth } = receiver
  const keys = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  const body = await encryptNotification(keys, new TextEncoder().encode(message.content))
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(sender.subject)
    .setExpirationTime('12h')
    .sign(await importJWK(sender.key, 'ES256'))
  try {
    const { status, body: answer } = await outbound.fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: `vapid t=${token}, k=${publicKeyOf(sender.key)}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(KEPT_SECONDS),
        urgency: message.isUrgent ? 'high' : 'normal',
        topic: message.topic,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_READ,
      isPartEnough: true,
      redirect: 'manual', // the signature is meant for this push service alone
      httpsOnly: true,
      signal,
    })
    if (status >= 200 && status < 300) return { outcome: 'sent' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    const why = `The push service answered with status ${status}: ${new TextDecoder().decode(answer).slice(0, 200)}`
    if (status === 429 || status >= 500) throw new Error(why)
    return { outcome: 'refused', why }
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'blocked') return { outcome: 'refused', why: error.message }
    throw error
  }
}
