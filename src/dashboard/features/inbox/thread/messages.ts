import { replaceEqualDeep } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'

type Thread = Data<'listThread'>
type Item = Thread['items'][number]

/** A message with its author, if that is a known member or API key. `isReader`: it is the member who is signed in. */
export interface ThreadMessage extends Message {
  author?: { name: string; isReader: boolean }
  /** What the AI offers with it, while the visitor has not answered that. */
  offer?: 'person' | null
  /** What its mail says beside the words, if it came or goes by mail. */
  email?: Item['email']
  /** The files that were sent with it, but not by mail. */
  attachments?: NonNullable<Item['message']>['attachments']
  /** What the sentences of a reply rest on, if it was held to its sources. */
  proofs?: NonNullable<Item['message']>['proofs']
}

/** What stands between messages in a thread: a private note, or an event such as a takeover. */
export type ThreadEntry = Omit<Item, 'message'> & {
  /** Number of the message after which it is in the thread; 0 if it is before the first. */
  behind: number
}

/** Whether the member who is signed in is the message's author. */
export const isOwn = ({ author }: ThreadMessage): boolean => author?.isReader === true

/**
 * What is known of the visitor: their earlier conversations, what their browser reported, which of name and e-mail
 * address a verified visitor gave without proof, how far they have read, their ratings, and whether they have left.
 */
export type VisitorFacts = Pick<
  Thread,
  'earlier' | 'whereabouts' | 'unproved' | 'visitor_read' | 'ratings' | 'has_left'
>

/** Messages, notes and events per request. */
export const PAGE = 50

/** The loaded part of a conversation up to its newest message, oldest first, without gaps. */
export interface ThreadMessages {
  messages: readonly ThreadMessage[]
  /** Position of the first loaded message in the conversation, from 1 on. */
  first: number
  /** Number of messages in the whole conversation. */
  total: number
  /** The notes and events among the loaded messages. */
  entries: readonly ThreadEntry[]
  /** Position of the first loaded item; undefined if there is none. */
  start: string | undefined
  /** Position of the last loaded item; undefined if there is none. */
  end: string | undefined
  /** Whether there are items before the loaded part. */
  hasOlder: boolean
  visitor: VisitorFacts
  /** The reply that the AI is making. */
  reply: Thread['reply']
  /** Of a conversation by mail, to whom a reply goes; null for others. */
  mail: Thread['email']
  /** Conversations by mail that belong to it. */
  linked: Thread['linked']
  /** Mails of members that have not left yet. */
  pending: Thread['pending']
  /** What the AI suggests to answer. */
  suggestion: Thread['suggestion']
  /** What whoever is called has to know first. */
  brief: Thread['brief']
}

/** Fetches the page before a position, or the newest page. */
export type FetchPart = (before?: string) => Promise<ThreadMessages>

const MOST_PAGES = 5 // pages that a refetch requests at most; if they do not reach the known part, that is dropped

/** Splits a position into its numbers: `12.0` is message 12, and `12.3` the third note or event after it. */
function placeOf(position: string): [message: number, number: number] {
  const [message = 0, number = 0] = position.split('.').map(Number)
  return [message, number]
}

/** Whether a position is before another one. */
export function isBefore(one: string, other: string): boolean {
  const [message, number] = placeOf(one)
  const [otherMessage, otherNumber] = placeOf(other)
  return message < otherMessage || (message === otherMessage && number < otherNumber)
}

/**
 * Separates a page of the server's answer into messages and the entries between them.
 * @param reader id of the person who is signed in
 */
export function toPart(thread: Thread, reader: string | undefined): ThreadMessages {
  const { items, first_position, last_position } = thread
  const { earlier, whereabouts, unproved, visitor_read, ratings, has_left } = thread
  const [start, end] = [items[0]?.position, items.at(-1)?.position]
  const total = last_position === null ? 0 : placeOf(last_position)[0]
  const [message, number] = start === undefined ? [total + 1, 0] : placeOf(start)
  return {
    messages: items.flatMap((item) => (item.message ? [toMessage(item.message, item.author, reader, item.email)] : [])),
    first: number === 0 ? message : message + 1,
    total,
    entries: items.flatMap((item) => (item.message ? [] : [toEntry(item)])),
    start,
    end,
    hasOlder: start !== undefined && start !== first_position,
    visitor: { earlier, whereabouts, unproved, visitor_read, ratings, has_left },
    reply: thread.reply,
    mail: thread.email,
    linked: thread.linked,
    pending: thread.pending,
    suggestion: thread.suggestion,
    brief: thread.brief,
  }
}

export const toEntry = ({ message: _, ...item }: Item): ThreadEntry => ({ ...item, behind: placeOf(item.position)[0] })

/** Names who did something, for the beginning of a sentence. */
export function doerOf({ author }: Pick<ThreadEntry, 'author'>, reader: string | undefined): string {
  if (author.type === 'member' && author.id !== undefined && author.id === reader) return 'You'
  if (author.type === 'key') return author.name ? `The key “${author.name}”` : 'An API key'
  if (author.type === 'member') return author.name || 'A person'
  return { visitor: 'The visitor', ai: 'The AI', system: 'Baton' }[author.type]
}

export function toMessage(
  said: Pick<ThreadMessage, keyof Message | 'offer' | 'attachments' | 'proofs'>,
  author: Item['author'],
  reader: string | undefined,
  email?: Item['email'],
): ThreadMessage {
  const message = email ? { ...said, email } : said
  if (message.role !== 'human' || (!author.name && author.type !== 'key')) return message
  const isReader = author.type === 'member' && author.id === reader
  return { ...message, author: { name: doerOf({ author }, undefined), isReader } }
}

/**
 * Fetches the newest page, and the pages before it until they meet the known part. If that is too far away, returns the
 * newest page alone.
 */
export async function refreshThread(fetchPart: FetchPart, known: ThreadMessages | undefined): Promise<ThreadMessages> {
  const newest = await fetchPart()
  let part = newest
  for (let pages = 1; known && !meets(known, part); pages += 1) {
    if (pages >= MOST_PAGES) return newest
    part = prepend(part, await fetchPart(part.start))
  }
  return part
}

/**
 * Whether nothing can be missing between two parts: the known one is empty or reaches up to the later one, or there is
 * nothing before the later one.
 */
function meets(known: ThreadMessages, later: ThreadMessages): boolean {
  if (!later.hasOlder || later.start === undefined || known.end === undefined) return true
  return !isBefore(known.end, later.start)
}

/**
 * Joins the known part with a newer one. If they do not meet, or the newer one reaches further back, it replaces the
 * known part.
 * @returns `known` itself when nothing changed; whatever is unchanged in it keeps its identity
 */
export function joinThread(known: ThreadMessages | undefined, fresh: ThreadMessages): ThreadMessages {
  const { start } = fresh
  if (!known || start === undefined || known.start === undefined || !meets(known, fresh)) return fresh
  if (isBefore(start, known.start)) return fresh
  return replaceEqualDeep(known, {
    ...fresh,
    messages: [...known.messages.slice(0, Math.max(0, fresh.first - known.first)), ...fresh.messages],
    entries: [...known.entries.filter(({ position }) => isBefore(position, start)), ...fresh.entries],
    first: known.first,
    start: known.start,
    hasOlder: known.hasOlder,
  })
}

/** Adds a part that was fetched with `before`, unless the known part does not begin there any more. */
export function prependPart(known: ThreadMessages, before: string, part: ThreadMessages): ThreadMessages {
  return known.start === before ? prepend(known, part) : known
}

function prepend(known: ThreadMessages, part: ThreadMessages): ThreadMessages {
  if (part.start === undefined) return { ...known, hasOlder: false }
  const { first, start, hasOlder } = part
  const messages = [...part.messages, ...known.messages]
  return { ...known, messages, entries: [...part.entries, ...known.entries], first, start, hasOlder }
}

/**
 * Appends a message just sent from this page, so that it shows before the next refetch; does nothing if others come
 * between.
 */
export function appendMessage(known: ThreadMessages, message: ThreadMessage, position = known.total + 1) {
  if (position !== known.total + 1 || known.messages.some(({ id }) => id === message.id)) return known
  const end = `${position}.0`
  return { ...known, messages: [...known.messages, message], total: position, end, start: known.start ?? end }
}

/** Replaces a loaded message with its newer state. */
export function replaceMessage(known: ThreadMessages, message: ThreadMessage): ThreadMessages {
  const index = known.messages.findIndex(({ id }) => id === message.id)
  if (index < 0) return known
  return { ...known, messages: known.messages.with(index, message) }
}

/**
 * Replaces a loaded note or event with its newer state, which a refetch contains only if the entry is in the newest
 * page.
 */
export function replaceEntry(known: ThreadMessages, entry: ThreadEntry): ThreadMessages {
  const index = known.entries.findIndex(({ id }) => id === entry.id)
  if (index < 0) return known
  return { ...known, entries: known.entries.with(index, entry) }
}

/** The event that takes the place of a note that was deleted. */
export function asDeleted({ note: _, ...entry }: ThreadEntry, by: { id: string; name: string }): ThreadEntry {
  const author = { type: 'member' as const, id: by.id, name: by.name }
  return { ...entry, type: 'event', author, event: { type: 'note_deleted' } }
}

/** The part of a thread that stays in memory when it leaves the screen: its newest messages. */
export function trimThread(known: ThreadMessages): ThreadMessages {
  const first = known.total - PAGE + 1
  if (known.first >= first) return known
  return {
    ...known,
    first,
    messages: known.messages.slice(first - known.first),
    entries: known.entries.filter(({ behind }) => behind >= first),
    start: `${first}.0`,
    hasOlder: true,
  }
}

/** Other people's messages after a position: what they wrote while a reply was being written. */
export function peopleSince(known: ThreadMessages, position: number): readonly ThreadMessage[] {
  const later = known.messages.slice(Math.max(0, position + 1 - known.first))
  return later.filter((message) => message.role === 'human' && !isOwn(message))
}
