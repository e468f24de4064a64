import { limits } from '#contract/limits.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'

export interface CreateProgress {
  /** How many of the URLs have been dealt with. */
  done: number
  created: number
  /** What the server would not take. */
  refused: { url: string; message: string }[]
}

interface CreateOptions {
  /** Makes the batches' idempotency keys: what was sent before a reload is not made twice after it. */
  runId: string
  urls: readonly string[]
  progress: CreateProgress
  /** Creates a source for each URL, all or none. Gives how many. */
  send: (urls: string[], idempotencyKey: string) => Promise<number>
  onProgress: (progress: CreateProgress) => void
}

/**
 * Creates URL sources in batches, one request after another, going on where `progress` says it stopped. A batch with URLs that the server refuses is sent again without them.
 * @throws ApiError when it can't go on; the progress so far has been reported.
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
