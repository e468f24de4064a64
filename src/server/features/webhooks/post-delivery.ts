import { Webhook } from 'standardwebhooks'
import { OutboundError } from '../../adapters/outbound/errors.ts'
import type { Outbound } from '../../adapters/outbound/outbound.ts'
import { nextTraceparent } from '../../process/trace.ts'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_READ = 64 * 1024
const ANSWER_BYTES_KEPT = 1024

export interface AttemptResult {
  succeeded: boolean
  startedAt: number
  durationMs: number
  /** The status that the receiver answered; null if it did not answer. */
  status: number | null
  /** The beginning of the receiver's answer, up to 1 KB; null if it did not answer. */
  body: string | null
  /** A sentence that says why the attempt failed; null on success. */
  error: string | null
  retryAfter: string | undefined
}

interface Posted {
  url: string
  secret: string
  webhook_id: string
  payload: string
}

/**
 * Posts a delivery once, signed as Standard Webhooks 1.0 requires. A redirect counts as a failure, because the
 * signature is meant for this receiver alone.
 * @throws OutboundError `aborted` when `signal` is aborted, which does not count as an attempt; all other errors of the
 * request are part of the result
 */
export async function postDelivery(
  { outbound, now }: { outbound: Outbound; now: () => number },
  { url, secret, webhook_id, payload }: Posted,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = now()
  const traceparent = nextTraceparent()
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  try {
    const answer = await outbound.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': webhook_id,
        'webhook-timestamp': String(Math.floor(startedAt / 1000)),
        'webhook-signature': new Webhook(secret).sign(webhook_id, new Date(startedAt), payload),
        ...(traceparent && { traceparent }),
      },
      body: payload,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_READ,
      isPartEnough: true, // the status decides, and the body is only kept to be looked at
      redirect: 'manual', // the status of a redirect is stored as a failure
      httpsOnly: true,
      ...(signal && { signal }),
    })
    const succeeded = answer.status >= 200 && answer.status < 300
    return {
      succeeded,
      startedAt,
      durationMs: since(),
      status: answer.status,
      body: readable(answer.body),
      error: succeeded ? null : problem(answer.status),
      retryAfter: answer.headers['retry-after'],
    }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error
    const result = { succeeded: false, startedAt, durationMs: since(), status: null, body: null, retryAfter: undefined }
    return { ...result, error: error.message }
  }
}

function problem(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver redirects to another address (status ${status}). Register that one instead.`
  return `The receiver answered with status ${status} instead of 2xx.`
}

/** Decodes any bytes to a text that both databases can store. */
function readable(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, ANSWER_BYTES_KEPT)).replaceAll('\0', '\uFFFD')
}
