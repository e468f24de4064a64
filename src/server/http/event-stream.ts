import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { basePaths, type Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { createAlarm } from '../events/alarm.ts'
import { EVENTS_TOPIC } from '../events/emit.ts'
import { readEventsAfter, type VisibleEvent, whereToBegin } from '../events/read-events.ts'
import { authenticate } from './authenticate.ts'
import { locate } from './locate.ts'
import type { Reply } from './request.ts'
import { requestContext } from './request-context.ts'

const HEARTBEAT_MS = 20_000 // keeps proxies from closing a quiet stream
const UNSETTLED_MS = 1_000 // how soon to look whether what has been shown is settled
const RECONNECT_MS = 2_000
const SESSION_CHECK_MS = 1_000 // how long events may flow to one who has signed out
const LAST_WORDS_MS = 500
const EVENTS_AT_ONCE = 100 // what is read ahead of a slow reader

/** Not one of the contract's: its answer never ends. */
const route: Route = { api: 'first-party', method: 'GET', path: '/organizations/{organization}/events', status: 200 }

/** Serves an organization's events, as they come, to its owner's browser (Server-Sent Events). */
export function registerEventStream(app: FastifyInstance, deps: Dependencies): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  app.route({
    method: 'GET',
    url: basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    async handler(request, reply) {
      const organizationId = await findOrganizationId(deps, request, reply)
      const lastSeen = request.headers['last-event-id']
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const end = AbortSignal.any([gone.signal, stopping.signal])
      // One who has stopped reading would not see the end.
      end.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LAST_WORDS_MS).unref())
      const stream = Readable.from(
        follow(deps, organizationId, {
          lastSeen: Array.isArray(lastSeen) ? lastSeen[0] : lastSeen,
          end,
          isSignedIn: async () => (await authenticate(deps, route, request)) !== undefined,
        }),
      )
      return reply
        .header('Content-Type', 'text/event-stream; charset=utf-8')
        .header('Cache-Control', 'no-cache, no-transform')
        .header('X-Accel-Buffering', 'no')
        .header('Connection', 'close') // nothing else is to keep a stopping server open
        .send(stream)
    },
  })
}

async function findOrganizationId(deps: Dependencies, request: FastifyRequest, reply: Reply): Promise<string> {
  const authenticated = await authenticate(deps, route, request)
  if (!authenticated) throw new AppError('unauthenticated')
  const ctx = requestContext(deps, request, reply, authenticated.actor)
  const { organization } = await locate(ctx, route.path, request.params as Record<string, string>, {})
  return organization.id
}

interface Reader {
  lastSeen: string | undefined
  end: AbortSignal
  isSignedIn(): Promise<boolean>
}

/** The text of the stream. It is only asked for more when the connection has taken what came before. */
async function* follow(deps: Dependencies, organizationId: string, reader: Reader): AsyncGenerator<string> {
  const { end } = reader
  const alarm = createAlarm()
  const unsubscribe = deps.notifications.subscribe(EVENTS_TOPIC, (changed) => {
    if (changed === null || changed === organizationId) alarm.ring()
  })
  end.addEventListener('abort', alarm.ring)
  try {
    let { sequence, isReset } = await whereToBegin(deps.database.read, organizationId, reader.lastSeen)
    yield `retry: ${RECONNECT_MS}\nid: ${sequence}\n\n`
    if (isReset) yield 'event: reset\ndata: {}\n\n'
    const shown = new Set<number>()
    let quietSince = Date.now()
    let checkedAt = Date.now()
    while (!end.aborted) {
      const events = await readEventsAfter(deps.database.read, organizationId, sequence, EVENTS_AT_ONCE)
      const now = Date.now()
      if (now - checkedAt >= SESSION_CHECK_MS) {
        if (!(await reader.isSignedIn())) return
        checkedAt = now
      }
      const text = tell(events, shown)
      if (text !== '') yield text
      else if (now - quietSince >= HEARTBEAT_MS) yield ':\n\n'
      if (text !== '' || now - quietSince >= HEARTBEAT_MS) quietSince = now
      sequence = events.findLast(({ isSettled }) => isSettled)?.sequence ?? sequence
      const hasMore = events.length === EVENTS_AT_ONCE && text !== ''
      if (!hasMore) await alarm.wait(shown.size > 0 ? UNSETTLED_MS : HEARTBEAT_MS)
    }
  } finally {
    unsubscribe()
    end.removeEventListener('abort', alarm.ring)
  }
}

/**
 * What a reader is told. One who comes back goes on after the last id told, so that only settled events have one; the
 * others are told without, and may be told again.
 *
 * @param shown numbers of those told before they were settled, kept up to date
 */
function tell(events: readonly VisibleEvent[], shown: Set<number>): string {
  let text = ''
  for (const { sequence, payload, isSettled } of events) {
    const isShown = shown.has(sequence)
    if (isSettled) text += `id: ${sequence}\n`
    if (!isShown) text += `data: ${payload}\n`
    if (isSettled || !isShown) text += '\n'
    if (isSettled) shown.delete(sequence)
    else shown.add(sequence)
  }
  return text
}
