import { readStored, writeStored } from '../lib/stored.ts'

const PROBE_MS = 1_500 // between two looks whether the server is back
const RELOAD_MS = 10_000 // between two reloads, where one does not help
const RELOADED = 'reloaded'

const known = new WeakSet<object>()

/**
 * Notes every part of the page's code that can't be fetched. Called once, by the page itself. The router would reload
 * the page when it reads of one, which while the server is away leaves nothing but the browser's own error page: the
 * error gets another message.
 */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `This part of the page could not be fetched (${payload.message})`
    known.add(payload)
  })
}

/** Whether an error says that a part of the page's code could not be fetched. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && known.has(error)

/**
 * Loads the page anew once the server that its code comes from answers again: a browser keeps the failure, and would
 * not ask a second time. Drafts outlive it.
 * @returns a function that stops asking.
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
