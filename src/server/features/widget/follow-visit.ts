import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { visitorStream } from '#contract/widget.ts'
import type { Dependencies } from '../../context.ts'
import { createAlarm } from '../../events/alarm.ts'
import { CHANGED, conversationTopic, type Typing } from '../../events/conversation-topic.ts'
import {
  followReply,
  formatPosition,
  parsePosition,
  type ReplyFollower,
  selectVisitThread,
  THREAD_BEGINNING,
  THREAD_END,
  type ThreadPosition,
} from '../conversations/index.ts'
import { type presentVisit, shortName } from './presenter.ts'
import { changeVisitor } from './queries.ts'
import { itemsOf, visitOf, withTheirFiles } from './read-visit.ts'
import { visitorTopic } from './visiting.ts'

const RECONNECT_MS = 2_000
const BEATS_A_CHECK = 15 // heartbeats after which a quiet stream's token is checked, which costs more than a heartbeat
const NOTED_EVERY_MS = 10_000 // less than a heartbeat, so that each notes
const MARK = /^([0-9a-f-]{36})\/(\d{1,9}\.\d{1,9})$/

type Conversation = ReturnType<typeof presentVisit>

/** The place in a visitor's conversation up to which the client was sent everything. */
interface Place {
  conversationId: string
  position: ThreadPosition
}

export interface Follower {
  visitorId: string
  lastSeen: string | undefined
  end: AbortSignal
  /** Whether the client reads more slowly than events are written. */
  isBehind(): boolean
  /** Calls `beat` at every heartbeat. @returns a function that ends that */
  onHeartbeat(beat: () => void): () => void
  isStillGood(): Promise<boolean>
}

/**
 * What happens in the visitor's conversation as Server-Sent Events, until `end` or the token ends. Notifications only
 * say when to read it, so a lost one at worst delays an item, and a repeated one sends none twice.
 */
export async function* followVisit(deps: Dependencies, follower: Follower): AsyncGenerator<string> {
  const { visitorId, end } = follower
  const alarm = createAlarm()
  let isChanged = true
  let isNews = true
  // Not from 0: after a start many streams begin at once, and would check their tokens all at the same heartbeats.
  let beats = Math.floor(Math.random() * BEATS_A_CHECK)
  let isBeat = false
  let typing: string | undefined
  const hear = (payload: string | null) => {
    if (payload === null || payload === CHANGED) isChanged = true
    else typing = payload
    ring()
  }
  const ring = () => {
    isNews = true
    alarm.ring()
  }
  const stopBeat = follower.onHeartbeat(() => {
    isBeat = true
    beats += 1
    alarm.ring()
  })
  const stopVisitor = deps.notifications.subscribe(visitorTopic(visitorId), hear)
  let stopConversation = () => {}
  let told: Conversation | null | undefined
  let notedAt = 0
  /** Notes while people have the conversation that the visitor is here, so that nothing is mailed to them. */
  const noteHere = () => {
    const isWithPeople = told?.status === 'open' && told.response_mode === 'human'
    if (!isWithPeople || deps.now() - notedAt < NOTED_EVERY_MS) return
    notedAt = deps.now()
    noteVisitor(deps, visitorId)
  }
  end.addEventListener('abort', alarm.ring)
  try {
    yield `retry: ${RECONNECT_MS}\n\n`
    let place = placeOf(follower.lastSeen)
    let isBegun = false
    let followed: string | undefined
    let reply: ReplyFollower | undefined
    while (!end.aborted) {
      if (isNews || beats % BEATS_A_CHECK === 0) {
        isNews = false
        if (!(await follower.isStillGood())) return
      }
      // News of an unfinished reply goes first, as pieces of it may have to leave the screen, and reading the
      // conversation takes several times as long.
      const written = await tellReply(reply)
      if (written !== '') yield written
      let text = ''
      if (isChanged) {
        isChanged = false
        const seen = await look(deps, visitorId, place, isBegun)
        isBegun = true
        place = seen.place
        if (seen.conversation?.id !== followed) {
          text += await tellReply(reply) // takes away the pieces of a reply in the conversation that is left
          stopConversation()
          followed = seen.conversation?.id
          if (followed) {
            const following = followReply(deps, followed, { ring, isBehind: follower.isBehind })
            const stop = deps.notifications.subscribe(conversationTopic(followed), hear)
            reply = following
            stopConversation = () => {
              stop()
              following.stop()
            }
          } else reply = undefined
          isChanged = true // something may have happened before the subscription
        }
        if (seen.hasMore) isChanged = true
        text += tell(seen, told)
        told = seen.conversation
        text += await tellReply(reply) // with the message, so that no pieces of a reply it replaces remain
      }
      if (typing !== undefined) text += tellTyping(typing)
      typing = undefined
      noteHere()
      if (text !== '') yield text
      else if (isBeat) yield ':\n\n'
      isBeat = false
      if (!isChanged) await alarm.wait()
    }
  } finally {
    if (notedAt > 0) noteVisitor(deps, visitorId)
    stopBeat()
    stopVisitor()
    stopConversation()
    end.removeEventListener('abort', alarm.ring)
  }
}

/** Notes that the visitor is here, or was until now. */
function noteVisitor(deps: Dependencies, visitorId: string): void {
  deps.database
    .transaction((tx) => changeVisitor(tx, visitorId, { seen_at: deps.now() }))
    .catch((error) => deps.log.warn({ err: error }, 'could not note that a visitor is here'))
}

function placeOf(mark: string | undefined): Place | undefined {
  const [, conversationId, position] = MARK.exec(mark ?? '') ?? []
  return conversationId && position ? { conversationId, position: parsePosition(position) } : undefined
}

/**
 * The conversation, with its items after a place. Without one, a stream that has just begun is sent only later items,
 * and one that goes on is sent a new conversation from its beginning.
 */
async function look(deps: Dependencies, visitorId: string, place: Place | undefined, isBegun: boolean) {
  const elsewhere = isBegun ? THREAD_BEGINNING : THREAD_END
  const part = { after: place?.position ?? elsewhere, of: place && { conversationId: place.conversationId, elsewhere } }
  const seen = await selectVisitThread(deps.database.read, visitorId, part)
  if (!seen) return { conversation: null, items: [], place: undefined, hasMore: false }
  const items = await withTheirFiles(deps.database.read, itemsOf(seen).slice(0, limits.visitorItems))
  const last = items.at(-1)
  const now = { message: seen.message_count, number: seen.entry_count }
  const before = place?.conversationId === seen.id ? place.position : isBegun ? THREAD_BEGINNING : now
  const position = last ? parsePosition(last.position) : before
  return {
    conversation: await visitOf(deps, seen),
    items,
    place: { conversationId: seen.id, position },
    hasMore: items.length === limits.visitorItems,
  }
}

/** Formats news. The conversation comes first if it has changed, so that the client knows whose messages follow. */
function tell(
  { conversation, items, place }: Awaited<ReturnType<typeof look>>,
  told: Conversation | null | undefined,
): string {
  const mark = (position: string) => `id: ${place?.conversationId}/${position}\n`
  let text = ''
  if (conversation && told && isRead(told, conversation))
    text += event('read', { position: conversation.read_position })
  else if (!isDeepStrictEqual(conversation, told)) {
    const at = items.length === 0 && place ? mark(formatPosition(place.position)) : ''
    text += at + event('updated', { conversation, item: null })
  }
  for (const item of items) {
    text += mark(item.position)
    text += 'message' in item ? event('message', item) : event('updated', { conversation, item })
  }
  return text
}

/** Whether the visitor has read on, and nothing else has changed. */
function isRead(before: Conversation, after: Conversation): boolean {
  const { read_position: position } = after
  return before.read_position !== position && isDeepStrictEqual({ ...before, read_position: position }, after)
}

async function tellReply(reply: ReplyFollower | undefined): Promise<string> {
  const told = (await reply?.told()) ?? []
  return told.map(({ type, data }) => event(type, data)).join('')
}

function tellTyping(payload: string): string {
  const { writer } = JSON.parse(payload) as Typing
  return event('typing', { who: writer === null ? null : shortName(writer) })
}

type Stream = { [Type in keyof typeof visitorStream]: z.infer<(typeof visitorStream)[Type]> }

const event = <Type extends keyof Stream>(type: Type, data: Stream[Type]): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
