import { HEALTH_EVENTS_APART_MS } from '../../process/health-events.ts'
import { type Check, wrong } from './check.ts'

const TIMEOUT_MS = 10_000
/** Events that came together on every try were held back, and not only read late by a busy machine. */
const TRIES = 3

/** Finds a proxy before the public address that holds back event streams; no finding where none does. */
export const checkEventStreams: Check = async ({ config: { publicUrl } }) => {
  if (!publicUrl) return []
  for (let tries = 0; tries < TRIES; tries += 1) if (!(await isHeldBack(publicUrl))) return []
  return wrong(
    'event streams',
    `A proxy before ${publicUrl} holds back event streams, so that replies don't show as they are written, nor news at once.`,
    'Let it pass on each answer as it comes: in nginx proxy_buffering off, and nothing of X-Accel-Buffering in proxy_ignore_headers.',
  )
}

/** Whether two events that the server sends one after the other come together. */
async function isHeldBack(publicUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      headers: { accept: 'text/event-stream' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    let firstAt: number | undefined
    for await (const _part of answer.body ?? []) firstAt ??= performance.now()
    // Another program at this address, or an older version, sends no events.
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || firstAt === undefined) return false
    return performance.now() - firstAt < HEALTH_EVENTS_APART_MS / 2
  } catch {
    return false // whether the address can be reached is another check's
  }
}
