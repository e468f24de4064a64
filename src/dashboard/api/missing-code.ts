import { readStored, writeStored } from '../lib/stored.ts'

const PROBE_MS = 1_500 // milliseconds between two checks whether the server is back
const RELOAD_MS = 10_000 // least milliseconds between two reloads, in case one does not help
const RELOADED = 'reloaded'

const known = new WeakSet<object>()

/**
 * Records each failure to fetch a part of the page's code; called once, when the page starts. The router recognises
 * such an error by the browser's message and reloads the page at once, which ends at the browser's error page while the
 * server is away. Replacing the message prevents that.
 */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `This part of the page could not be fetched (${payload.message})`
    known.add(payload)
  })
}

/** Whether an error means that a part of the page's code could not be fetched. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && known.has(error)

/**
 * Reloads the page once its server answers again, because a browser remembers a failed import and does not fetch it
 * again. Drafts survive the reload.
 * @returns a function that stops checking
 */
export function reloadWhenCodeIsBack(): () => void {
  const abort = new AbortController()
  const probe = async () => {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: abort.signal }).catch(() => undefined)
    if (abort.signal.aborted) return
    if (answer && Date.now() - Number(readStored(RELOADED) ?? 0) > RELOAD_MS) {
      writeStored(RELOADED, String(Date.now()))
      window.location.reload()
    } else timer = setTimeout(probe, PROBE_MS)
  }
  let timer = setTimeout(probe, PROBE_MS)
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}
