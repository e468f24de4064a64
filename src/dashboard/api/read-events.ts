import type { ErrorBody } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, unreachable } from './api-error.ts'

/**
 * Makes a function that reads Server-Sent Events to the end, and calls `onEvent` for each but the last.
 * @returns the reader; its text has the form of any other operation's answer
 * @throws ApiError for an event named `error`, and for a stream that breaks off before its last event
 */
export function readEvents(onEvent: ((event: never) => void) | undefined) {
  return async (response: Response): Promise<string> => {
    if (!response.ok || !response.body) return response.text()
    for await (const { name, data } of eventsOf(response.body)) {
      if (name === 'error') throw errorOf(JSON.parse(data) as ErrorBody)
      if (name === 'message') return `{"data":${data},"meta":{}}`
      onEvent?.(JSON.parse(data) as never)
    }
    throw unreachable()
  }
}

function errorOf({ error, meta }: ErrorBody): ApiError {
  return new ApiError({ status: errors[error.code].status, ...error, requestId: meta.request_id })
}

/** Parses a stream into its events, skipping the comments that keep the connection alive. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        const field = (key: string) => lines.find((line) => line.startsWith(key))?.slice(key.length)
        const data = field('data: ')
        if (data !== undefined) yield { name: field('event: ') ?? 'message', data }
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined) // fails when the stream has already ended or broken off
  }
}
