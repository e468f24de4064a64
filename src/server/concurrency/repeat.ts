import type { Dependencies } from '../context.ts'

/**
 * Does something after `firstAfterMs` and then every `everyMs`, without keeping the process alive for it. If it fails,
 * `warning` is logged with the error, and it is done again at its next time. A time that comes while it is still being
 * done is left out.
 * @returns a function that ends this
 */
export function repeat(
  { log }: Dependencies,
  work: () => Promise<void>,
  { firstAfterMs, everyMs, warning }: { firstAfterMs: number; everyMs: number; warning: string },
): () => void {
  let isAtIt = false
  const run = async () => {
    if (isAtIt) return
    isAtIt = true
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, warning)
    } finally {
      isAtIt = false
    }
  }
  const first = setTimeout(run, firstAfterMs).unref()
  const timer = setInterval(run, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
