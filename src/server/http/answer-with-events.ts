import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { AppError } from '../errors.ts'
import { errorEnvelope } from './envelope.ts'
import { toldOf } from './error-handler.ts'
import type { Reply } from './request.ts'

const HEARTBEAT_MS = 15_000 // milliseconds; keeps proxies from closing the connection while a slow model works

const QUIET = Symbol('quiet')

/**
 * Makes a sender of Server-Sent Events: any number named `progress`, then one without a name, the answer. `send`
 * rejects with an error before the first one; a later error becomes an event named `error` with the envelope.
 */
export function answerWithEvents(request: FastifyRequest, reply: Reply) {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return {
    gone: gone.signal,
    /** Sends the generator's values as progress and its return value as the answer. */
    async send(events: AsyncGenerator): Promise<Reply> {
      const first = await events.next()
      return reply
        .header('Content-Type', 'text/event-stream; charset=utf-8')
        .header('Cache-Control', 'no-store, no-transform')
        .header('X-Accel-Buffering', 'no')
        .send(Readable.from(textOf(request, first, events, gone.signal)))
    },
  }
}

/** Writes the stream as text. The next event is only requested once the connection has accepted the previous ones. */
async function* textOf(
  request: FastifyRequest,
  first: IteratorResult<unknown>,
  events: AsyncGenerator,
  gone: AbortSignal,
): AsyncGenerator<string> {
  try {
    let next = first
    while (!next.done) {
      yield `event: progress\ndata: ${JSON.stringify(next.value)}\n\n`
      const coming = events.next()
      let heard = await Promise.race([coming, quiet(gone)])
      while (heard === QUIET && !gone.aborted) {
        yield ':\n\n'
        heard = await Promise.race([coming, quiet(gone)])
      }
      next = await coming
    }
    yield `data: ${JSON.stringify(next.value)}\n\n`
  } catch (error) {
    if (gone.aborted) return
    const told = toldOf(request, error as FastifyError | AppError)
    yield `event: error\ndata: ${JSON.stringify(errorEnvelope(request, told))}\n\n`
  } finally {
    await events.return(undefined) // lets the generator clean up if it was not read to its end
  }
}

/** Resolves after the heartbeat's time, or at the end of the connection; does not keep the process running. */
function quiet(gone: AbortSignal): Promise<typeof QUIET> {
  return delay(HEARTBEAT_MS, QUIET, { ref: false, signal: gone }).catch(() => QUIET)
}
