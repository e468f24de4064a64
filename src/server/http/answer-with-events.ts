import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { AppError } from '../errors.ts'
import { errorEnvelope } from './envelope.ts'
import { toldOf } from './error-handler.ts'
import type { Reply } from './request.ts'

const HEARTBEAT_MS = 15_000 // keeps proxies from closing a connection on which a slow model is waited for

const QUIET = Symbol('quiet')

/**
 * For a request whose answer is Server-Sent Events: some named `progress`, and the answer itself at last. What goes wrong
 * before the first event is an ordinary error answer; later it is an event named `error`, which holds the error envelope.
 */
export function answerWithEvents(request: FastifyRequest, reply: Reply) {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return {
    /** Aborted when the connection has closed. */
    gone: gone.signal,
    /** @param events What it returns is the last event. */
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

/** The text of the stream. It is only asked for more when the connection has taken what came before. */
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
    await events.return(undefined) // where nobody reads on, it has things to give back
  }
}

/** Settles after a while without an event, or when nobody reads any more. Nothing waits for it when the process ends. */
function quiet(gone: AbortSignal): Promise<typeof QUIET> {
  return delay(HEARTBEAT_MS, QUIET, { ref: false, signal: gone }).catch(() => QUIET)
}
