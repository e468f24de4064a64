import { isApiError } from './api-error.ts'

const PAUSE_SECONDS = 15 // pause after a 429 without `Retry-After`

interface PacedOptions {
  signal?: AbortSignal | undefined
  /** Called with the end of a wait (milliseconds since 1970) when it begins, and with undefined when it is over. */
  onWait?: ((until: number | undefined) => void) | undefined
}

/** Repeats a call after a 429, for loops of many calls. @throws any other error, or the signal's reason */
export async function paced<Result>(attempt: () => Promise<Result>, options: PacedOptions = {}): Promise<Result> {
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
