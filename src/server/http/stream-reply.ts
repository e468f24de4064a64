import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { type ReplyEvent, streamReply } from './bindings.ts'
import { type Reply, stateOf } from './request.ts'
import { sendEvents } from './send-events.ts'

/**
 * Whether a client prefers events to JSON by the q-values of its `Accept` (RFC 9110, section 12.5.1). A range such as
 * `text/*` says nothing about events alone, so a tie gives JSON.
 */
export function prefersEvents(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, q: q === undefined ? 1 : Number(q) || 0 }
  })
  const qOf = (...types: string[]) => {
    for (const type of types) {
      const found = ranges.find((range) => range.type === type)
      if (found) return found.q
    }
    return 0
  }
  return qOf('text/event-stream', 'text/*', '*/*') > qOf('application/json', 'application/*', '*/*')
}

/**
 * Answers a request that has asked for a reply with what becomes of it, as Server-Sent Events.
 * @param data the answer as it would be without the stream, sent first: the visitor's message, or the result of an action
 */
export function answerWithReply(
  deps: Dependencies,
  stopping: AbortSignal,
  request: FastifyRequest,
  reply: Reply,
  data: unknown,
) {
  const { found } = stateOf(request)
  const first = found.message
    ? { type: 'result', data, messageId: found.message.id }
    : { type: 'message', data, messageId: (data as { id: string }).id }
  const isRepeated = reply.hasHeader('Idempotent-Replayed')
  const asked = { conversationId: found.conversation!.id, messageId: first.messageId, isRepeated }
  return sendEvents(reply, stopping, async function* (end, isBehind) {
    yield textOf(first)
    for await (const event of streamReply(deps, asked, { end, isBehind })) yield event ? textOf(event) : ':\n\n'
  })
}

const textOf = ({ type, data }: ReplyEvent | { type: string; data: unknown }): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
