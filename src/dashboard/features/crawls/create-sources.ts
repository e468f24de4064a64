import { limits } from '#contract/limits.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'

export interface CreateProgress {
  /** Number of URLs processed. */
  done: number
  created: number
  /** URLs that the server refused, each with its reason. */
  refused: { url: string; message: string }[]
}

interface CreateOptions {
  /** Part of each batch's idempotency key, so that a batch sent before a reload is not created twice. */
  runId: string
  urls: readonly string[]
  progress: CreateProgress
  /** Creates a source for each URL, all or none, and returns their number. */
  send: (urls: string[], idempotencyKey: string) => Promise<number>
  onProgress: (progress: CreateProgress) => void
}

/**
 * Creates URL sources in batches, one request after the other, continuing from `progress`. A batch with URLs that the
 * server refuses is sent again without them.
 * @throws ApiError when it can't continue; `onProgress` has been called with everything done until then
 */
export async function createSources({ urls, runId, send, onProgress, ...options }: CreateOptions): Promise<void> {
  let progress = options.progress
  while (progress.done < urls.length) {
    const start = progress.done
    let batch = urls.slice(start, start + limits.urlsPerRequest)
    const next: CreateProgress = { ...progress, done: start + batch.length, refused: [...progress.refused] }
    for (let attempt = 0; batch.length > 0; attempt += 1) {
      const sent = batch
      try {
        next.created += await send(sent, `${runId}-${start}-${attempt}`)
        break
      } catch (error) {
        const refused = refusedUrls(error, sent)
        if (refused.length === 0) throw error
        next.refused.push(...refused)
        batch = sent.filter((url) => refused.every((other) => other.url !== url))
      }
    }
    progress = next
    onProgress(progress)
  }
}

function refusedUrls(error: unknown, urls: readonly string[]): CreateProgress['refused'] {
  return fieldErrors(error).flatMap(({ field, message }) => {
    const url = urls[Number(/^urls\.(\d+)$/.exec(field)?.[1] ?? Number.NaN)]
    return url ? [{ url, message }] : []
  })
}
