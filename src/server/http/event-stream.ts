import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StreamEvent } from '#contract/events.ts'
import type { Role } from '#contract/roles.ts'
import { basePaths, type Route } from '#contract/route.ts'
import { actingUserId, type Dependencies } from '../context.ts'
import { readEventsAfter, type VisibleEvent } from '../db/visible-events.ts'
import { AppError } from '../errors.ts'
import { createAlarm } from '../events/alarm.ts'
import { EVENTS_TOPIC } from '../events/emit.ts'
import { eventTextOf, organizationOf, PRESENCE_TOPIC } from '../events/presence.ts'
import { MOST_AHEAD, type Place, placeId, whereToBegin } from '../events/read-events.ts'
import { type VisitorAct, visitorActsTopic } from '../events/visitor-acts.ts'
import { authenticate } from './authenticate.ts'
import { locate } from './locate.ts'
import { followOpenedReplies } from './opened-replies.ts'
import type { Reply } from './request.ts'
import { requestContext } from './request-context.ts'
import { sendEvents } from './send-events.ts'

const HEARTBEAT_MS = 20_000 // milliseconds; keeps proxies from closing a quiet stream
const UNSETTLED_MS = 1_000 // milliseconds between checks whether events sent ahead (see `Place`) are settled
const RECONNECT_MS = 2_000
const STANDING_CHECK_MS = 1_000 // milliseconds for which somebody who signed out or was removed may still get events
const EVENTS_AT_ONCE = 100 // the most events that are read before the client has taken them

/** This endpoint is not part of the contract, because its answer never ends. */
const route: Route = {
  api: 'first-party',
  method: 'GET',
  path: '/organizations/{organization}/events',
  status: 200,
  role: 'responder',
}

/** Serves an organization's events, as they come, to its members' browsers (Server-Sent Events). */
export function registerEventStream(app: FastifyInstance, deps: Dependencies): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  app.route({
    method: 'GET',
    url: basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operation: 'streamEvents' },
    async handler(request, reply) {
      const { organizationId, userId, role } = await findReader(deps, request, reply)
      request.organizationId = organizationId
      // A browser sends the last event's id only when it reopens a stream; a page's first one has it in the address.
      const { after } = request.query as { after?: string | string[] }
      const lastSeen = request.headers['last-event-id'] ?? after
      return sendEvents(reply, stopping.signal, (end, isBehind) =>
        follow(deps, organizationId, {
          lastSeen: Array.isArray(lastSeen) ? lastSeen[0] : lastSeen,
          end,
          isBehind,
          userId,
          role,
          roleNow: async () => (await findReader(deps, request, reply).catch(leave))?.role,
        }),
      )
    },
  })
}

/** @throws AppError 401 `unauthenticated`, 404 if there is no such organization, 403 if they may not read its events */
async function findReader(deps: Dependencies, request: FastifyRequest, reply: Reply) {
  const authenticated = await authenticate(deps, route, request)
  if (!authenticated) throw new AppError('unauthenticated')
  const ctx = requestContext(deps, route, request, reply, authenticated.actor)
  const { organization } = await locate(ctx, route.path, request.params as Record<string, string>, {})
  return { organizationId: organization.id, userId: actingUserId(ctx), role: organization.role }
}

/** Turns the error of a reader who may no longer read into undefined. @throws any other error, as it is */
function leave(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

interface Reader {
  lastSeen: string | undefined
  end: AbortSignal
  /** Whether the client reads more slowly than text is written, so that some waits to be sent. */
  isBehind(): boolean
  userId: string
  role: Role | null
  /** Undefined once they have signed out or are no member any more. */
  roleNow(): Promise<Role | null | undefined>
}

/** Writes the stream as text. More events are only read once the connection has accepted the previous ones. */
async function* follow(deps: Dependencies, organizationId: string, reader: Reader): AsyncGenerator<string> {
  const { end } = reader
  const alarm = createAlarm()
  let isLogChanged = true
  const unsubscribe = deps.notifications.subscribe(EVENTS_TOPIC, (changed) => {
    if (changed !== null && changed !== organizationId) return
    isLogChanged = true
    alarm.ring()
  })
  // Who is present and what visitors do is not in the log of events. It is passed on as it comes. Of what a slow client
  // has not taken yet, only the latest of each member is kept, and the latest of each kind of act in a conversation.
  const present = new Map<string, string>()
  const unsubscribePresence = deps.notifications.subscribe(PRESENCE_TOPIC, (payload) => {
    if (payload === null || organizationOf(payload) !== organizationId) return
    const text = eventTextOf(payload)
    const { user_id = '' } = JSON.parse(text) as StreamEvent
    if (user_id === reader.userId) return
    present.set(user_id, text)
    alarm.ring()
  })
  const unsubscribeActs = deps.notifications.subscribe(visitorActsTopic(organizationId), (text) => {
    if (text === null) return
    const { type, conversation_id } = JSON.parse(text) as VisitorAct
    present.set(`${type} ${conversation_id}`, text)
    alarm.ring()
  })
  const replies = followOpenedReplies(deps, {
    organizationId,
    userId: reader.userId,
    ring: alarm.ring,
    isBehind: reader.isBehind,
  })
  end.addEventListener('abort', alarm.ring)
  try {
    const { place, isReset } = await whereToBegin(deps.database.read, organizationId, reader.lastSeen)
    yield `retry: ${RECONNECT_MS}\nid: ${placeId(place)}\n\n`
    if (isReset) yield 'event: reset\ndata: {}\n\n'
    let quietSince = performance.now()
    let checkedAt = performance.now()
    let { role } = reader
    while (!end.aborted) {
      const before = placeId(place)
      const events = isLogChanged
        ? await readEventsAfter(deps.database.read, organizationId, place.sequence, EVENTS_AT_ONCE, place.ahead)
        : []
      isLogChanged = false
      const now = performance.now()
      if (now - checkedAt >= STANDING_CHECK_MS || events.some(({ payload }) => payload.includes('member.updated'))) {
        const roleNow = await reader.roleNow()
        if (roleNow === undefined) return
        role = roleNow
        checkedAt = now
      }
      const text = tell(events, place, { userId: reader.userId, role }) + tellPassing(present, await replies.told())
      if (text !== '') yield text
      else if (now - quietSince >= HEARTBEAT_MS) yield ':\n\n'
      if (text !== '' || now - quietSince >= HEARTBEAT_MS) quietSince = now
      const hasMore = events.length === EVENTS_AT_ONCE && placeId(place) !== before
      if (!hasMore) await alarm.wait(place.ahead.size > 0 ? UNSETTLED_MS : HEARTBEAT_MS)
      // The log is read in the next round, unless the wait ended only for something that is in no log.
      if (hasMore || (present.size === 0 && !replies.hasNews())) isLogChanged = true
    }
  } finally {
    unsubscribe()
    unsubscribePresence()
    unsubscribeActs()
    replies.stop()
    end.removeEventListener('abort', alarm.ring)
  }
}

/** Formats what is in no log. These events have no id: who reconnects continues after the last event of the log. */
function tellPassing(present: Map<string, string>, written: readonly string[]): string {
  const texts = [...present.values(), ...written]
  present.clear()
  return texts.map((text) => `data: ${text}\n\n`).join('')
}

/** Responders get no events of webhooks, and only the member themselves learns how far they have read and that there is news. */
function isFor({ userId, role }: Pick<Reader, 'userId' | 'role'>, payload: string): boolean {
  const { type, user_id } = JSON.parse(payload) as StreamEvent
  if (type === 'conversation.read' || type === 'notification.updated') return user_id === userId
  return role !== 'responder' || !type.startsWith('webhook_')
}

/** Formats the new events that a client may see, each with the id to continue from, and advances `place`. */
function tell(events: readonly VisibleEvent[], place: Place, reader: Pick<Reader, 'userId' | 'role'>): string {
  let text = ''
  for (const { sequence, payload, isSettled } of events) {
    const isTold = place.ahead.has(sequence)
    if (isSettled) {
      place.sequence = sequence
      place.ahead.delete(sequence)
    } else if (place.ahead.size < MOST_AHEAD) place.ahead.add(sequence)
    else break // sent once older events are settled
    if (!isTold && isFor(reader, payload)) text += `id: ${placeId(place)}\ndata: ${payload}\n\n`
  }
  return text
}
