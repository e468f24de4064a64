import type { RateClass } from '#contract/limits.ts'
import { isApiError } from './api-error.ts'
import { stretch } from './rate-budget.ts'

const PAUSE_SECONDS = 15 // after a 429 that does not say how long

interface PacedOptions {
  signal?: AbortSignal | undefined
  /** Told when a wait begins, with the moment it ends at (ms since the epoch), and with undefined when it is over. */
  onWait?: ((until: number | undefined) => void) | undefined
}

/**
 * Makes one call of a rate class, slowing down as its budget runs low and waiting out a 429 instead of failing with it.
 * For work that makes many such calls one after another.
 * @throws what `attempt` throws otherwise, or the signal's reason.
 */
export async function paced<Result>(
  rate: RateClass,
  attempt: () => Promise<Result>,
  options: PacedOptions = {},
): Promise<Result> {
  await wait(stretch(rate, 0), options)
  for (;;) {
    options.signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (!isApiError(error, 'rate_limit_exceeded')) throw error
      await wait((error.retryAfter ?? PAUSE_SECONDS) * 1_000, options)
    }
  }
}

async function wait(ms: number, { signal, onWait }: PacedOptions): Promise<void> {
  if (ms <= 0) return
  onWait?.(Date.now() + ms)
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal?.aborted) return stop()
      signal?.addEventListener('abort', stop, { once: true })
    })
  } finally {
    onWait?.(undefined)
  }
}
