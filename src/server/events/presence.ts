import type { StreamEventOf } from '#contract/events.ts'
import type { Database, Notifications } from '../platform/platform.ts'
import { conversationTopic, type Typing } from './conversation-topic.ts'

/** The notification topic of who has which conversation open. Its payload has three parts (see `SEPARATOR`). */
export const PRESENCE_TOPIC = 'presence'

const GONE_AFTER_MS = 25_000 // milliseconds of silence after which somebody counts as gone
const TOLD_EVERY_MS = 10_000 // milliseconds between two notifications about one person, unless they begin to write
const SEPARATOR = ' ' // between a payload's three parts: the organization's id, when it was sent, the event as JSON

export type PresenceEvent = StreamEventOf<'presence'>

/** Which members have which conversation open, whichever process serves them. It is kept in memory only. */
export interface Presence {
  /**
   * Notes which conversation a member has open and whether they write, and notifies all processes, at most every ten
   * seconds unless they begin to write. The visitor learns who is writing a reply.
   * @param isNote whether the member is writing a private note, which the visitor never learns
   */
  note(organizationId: string, event: PresenceEvent, isNote: boolean): Promise<void>
  /** The other members who have the conversation open, sorted by name. */
  others(conversationId: string, userId: string): PresenceEvent[]
  close(): void
}

interface Known {
  event: PresenceEvent
  at: number
  /** When the notification was sent, by the clock of the process that sent it; `at` is by the clock of this process. */
  toldAt: number
}

/**
 * All processes learn who has what open from the same notifications alone, so all give the same answers, and one about
 * a person every ten seconds is enough, whichever processes serve their requests.
 */
export function createPresence(platform: {
  database: Database
  notifications: Notifications
  now: () => number
}): Presence {
  const { database, notifications, now } = platform
  const known = new Map<string, Known>() // by organization and person, the one that was noted longest ago first
  const opened = new Map<string, Set<string>>() // by conversation: who has it open, as keys of `known`

  const forget = (key: string) => {
    const conversationId = known.get(key)?.event.conversation_id ?? ''
    known.delete(key)
    const keys = opened.get(conversationId)
    keys?.delete(key)
    if (keys?.size === 0) opened.delete(conversationId)
  }
  const keep = (organizationId: string, event: PresenceEvent, toldAt: number) => {
    const key = organizationId + SEPARATOR + event.user_id
    // A notification may arrive late, even one of this process's own, and must not replace a later one.
    if ((known.get(key)?.toldAt ?? 0) > toldAt) return
    forget(key)
    known.set(key, { event, at: now(), toldAt })
    opened.set(event.conversation_id, (opened.get(event.conversation_id) ?? new Set()).add(key))
    for (const [oldest, { at }] of known) {
      if (at > now() - GONE_AFTER_MS) break
      forget(oldest)
    }
  }
  const unsubscribe = notifications.subscribe(PRESENCE_TOPIC, (payload) => {
    if (payload === null) return
    const [organizationId, toldAt] = [organizationOf(payload), toldAtOf(payload)]
    const event = JSON.parse(eventTextOf(payload)) as PresenceEvent
    const last = known.get(organizationId + SEPARATOR + event.user_id)
    // This process noted its own notification when it sent it. Its late arrival is no sign that the person is there.
    if (last?.toldAt === toldAt && JSON.stringify(last.event) === eventTextOf(payload)) return
    keep(organizationId, event, toldAt)
  })

  return {
    async note(organizationId, event, isNote) {
      const last = known.get(organizationId + SEPARATOR + event.user_id)
      if (last && !isNews(last, event, now())) return
      const toldAt = now()
      keep(organizationId, event, toldAt)
      const payload = [organizationId, toldAt, JSON.stringify(event)].join(SEPARATOR)
      const writesReply = event.is_writing && !isNote
      const wrote = last?.event.is_writing && last.event.conversation_id === event.conversation_id
      await database.transaction(async (tx) => {
        await notifications.notify(tx, PRESENCE_TOPIC, payload)
        if (!writesReply && !wrote) return
        const typing: Typing = { writer: writesReply ? event.user_name : null }
        await notifications.notify(tx, conversationTopic(event.conversation_id), JSON.stringify(typing))
      })
    },
    others(conversationId, userId) {
      return [...(opened.get(conversationId) ?? [])]
        .map((key) => known.get(key)!)
        .filter(({ event, at }) => event.user_id !== userId && at > now() - GONE_AFTER_MS)
        .map(({ event }) => event)
        .sort((one, other) => one.user_name.localeCompare(other.user_name))
    },
    close: unsubscribe,
  }
}

/** Whether all processes must be notified of a member: ten seconds after the last time, or when they begin to write. */
export function isNews({ event: last, at }: Omit<Known, 'toldAt'>, event: PresenceEvent, now: number): boolean {
  const wroteThere = last.is_writing && last.conversation_id === event.conversation_id
  return now - at >= TOLD_EVERY_MS || (event.is_writing && !wroteThere)
}

/** The id of the organization whose members a notification is for. */
export const organizationOf = (payload: string): string => payload.slice(0, payload.indexOf(SEPARATOR))

/** When a notification was sent, in milliseconds since 1970 by its sender's clock. */
const toldAtOf = (payload: string): number => Number(payload.split(SEPARATOR, 2)[1])

export const eventTextOf = (payload: string): string =>
  payload.slice(payload.indexOf(SEPARATOR, payload.indexOf(SEPARATOR) + 1) + 1)
