import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** Somebody is told of a certificate that ends within so many days. */
export const CERTIFICATE_DAYS = 14
const TIMEOUT_MS = 5_000
const KEPT_MS = 60 * 60 * 1000
const known = new Map<string, { at: number; end: number | null }>()

/**
 * When the certificate at an address ends, in milliseconds since 1970, asked once an hour: while nothing answers, what
 * was seen last; null if there is none.
 */
export async function certificateEnd(publicUrl: string | undefined, now: number): Promise<number | null> {
  if (!publicUrl?.startsWith('https:')) return null
  const kept = known.get(publicUrl)
  if (kept && Math.abs(now - kept.at) < KEPT_MS) return kept.end
  const end = await askForEnd(new URL(publicUrl)).catch(() => kept?.end ?? null)
  known.set(publicUrl, { at: now, end })
  return end
}

async function askForEnd({ hostname, port }: URL): Promise<number | null> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false, // only the date is read, also of one that has ended
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return Date.parse(socket.getPeerCertificate().valid_to) || null
  } finally {
    socket.destroy()
  }
}
