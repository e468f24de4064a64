import type { ErrorBody } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, unreachable } from './api-error.ts'

/**
 * Reads an answer of Server-Sent Events to its end. A refusal, which is an ordinary answer, is read as it is.
 * @returns a reader whose text is the answer as any other operation would have sent it
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

/** One event after the other. Comments, which keep the connection alive, are none. */
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
    void reader.cancel().catch(() => undefined) // it has ended by itself, or broken off
  }
}
