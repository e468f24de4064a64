import type { Conversation, HandoffReason, Message } from './operations.ts'

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/** What a webhook tells. `sequence` counts a conversation's events from 1: put them in order by it. */
export type WebhookEvent =
  | { type: 'public_api_message_created'; timestamp: string; data: OfConversation & { message: Message } }
  | { type: 'public_api_human_handoff'; timestamp: string; data: OfConversation & { reason: HandoffReason } }

interface OfConversation {
  agent_id: string
  conversation: Conversation
  sequence: number
}

/**
 * Why a webhook can't be trusted. `body_was_parsed`: the body is no text or bytes, so what was signed is lost; `headers`:
 * one of `webhook-id`, `webhook-timestamp` and `webhook-signature` is missing or malformed; `timestamp`: it was sent too
 * long ago, or one of the clocks is wrong; `secret_format`: the secret is not `whsec_` and base64; `signature`: it was
 * signed with another secret, or changed on its way.
 */
export type WebhookFault = 'signature' | 'timestamp' | 'headers' | 'secret_format' | 'body_was_parsed'

export class WebhookVerificationError extends Error {
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

type ReceivedHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a webhook as Standard Webhooks 1.0 has it, in constant time.
 * @param body exactly as it was received, before any parsing
 * @param secret as it was shown when the endpoint was made: `whsec_…`
 * @param tolerance seconds by which the sender's clock may differ; 300 when omitted
 * @returns the event
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string,
  { tolerance = TOLERANCE_SECONDS, now = Date.now() }: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : bytesOf(body)
  // In JavaScript, a variable of the environment that is not set comes as undefined.
  const keyBytes = String(secret).startsWith(PREFIX) ? decode(secret.slice(PREFIX.length)) : undefined
  if (!keyBytes?.length) throw new WebhookVerificationError('secret_format', 'The secret must be whsec_ and base64.')

  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => read(headers, `webhook-${name}`))
  if (!id || !signatures || !sentAt || !/^\d+$/.test(sentAt))
    throw new WebhookVerificationError('headers', 'webhook-id, webhook-timestamp and webhook-signature are needed.')
  const late = Math.round(now / 1000 - Number(sentAt))
  if (Math.abs(late) > tolerance)
    throw new WebhookVerificationError('timestamp', `It was signed ${late} seconds before this clock's time.`)

  const start = new TextEncoder().encode(`${id}.${sentAt}.`)
  const signed = new Uint8Array(start.length + bytes.length)
  signed.set(start)
  signed.set(bytes, start.length)
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const entry of signatures.split(' ')) {
    const signature = entry.startsWith('v1,') ? decode(entry.slice(3)) : undefined
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  }
  throw new WebhookVerificationError('signature', 'No signature is of this body, id and timestamp with this secret.')
}

/** Bytes may be of another realm, as in Jest, where `instanceof` knows neither them nor their buffer. */
function bytesOf(body: Uint8Array | ArrayBuffer): Uint8Array {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new WebhookVerificationError('body_was_parsed', 'The body must be the text or the bytes that were received.')
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Whether headers are an object of the Fetch standard, whoever has made it. */
const isHeaders = (headers: ReceivedHeaders): headers is Headers => typeof headers.get === 'function'

function read(headers: ReceivedHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : found
}
