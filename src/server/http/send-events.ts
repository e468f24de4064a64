import { Readable } from 'node:stream'
import { measures } from '../process/measures.ts'
import type { Reply } from './request.ts'

const LAST_WORDS_MS = 500

/**
 * Sends the Server-Sent Events that `follow` yields, as they come, until the client has gone or the server stops; then
 * `end` is aborted. `isBehind` says whether the client reads more slowly than text is written, so that some is waiting.
 */
export function sendEvents(
  reply: Reply,
  stopping: AbortSignal,
  follow: (end: AbortSignal, isBehind: () => boolean) => AsyncIterable<string>,
) {
  const gone = new AbortController()
  const { operation = 'stream' } = reply.request.routeOptions.config
  measures.stream.tell({ operation, change: 1 })
  reply.raw.once('close', () => {
    measures.stream.tell({ operation, change: -1 })
    gone.abort()
  })
  const end = AbortSignal.any([gone.signal, stopping])
  // A client that has stopped reading would not notice the end, so its connection is closed.
  end.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LAST_WORDS_MS).unref())
  return reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    .header('Cache-Control', 'no-cache, no-transform')
    .header('X-Accel-Buffering', 'no')
    .header('Connection', 'close') // a keep-alive connection would delay the server's shutdown
    .send(Readable.from(follow(end, () => reply.raw.writableNeedDrain)))
}
