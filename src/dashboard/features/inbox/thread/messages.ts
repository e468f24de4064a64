import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'

/** A message with its author, where that is a person and known. */
export interface ThreadMessage extends Message {
  author?: { name: string; isReader: boolean }
}

/** Whether the reader is the message's author. */
export const isOwn = ({ author }: ThreadMessage): boolean => author?.isReader === true

/** Messages per request; the server's maximum. */
export const PAGE = 100

/** The loaded part of a conversation up to its newest message, oldest first, without gaps. */
export interface ThreadMessages {
  messages: readonly ThreadMessage[]
  /** Position of the first loaded message in the conversation, from 1 on. */
  first: number
  /** Number of messages in the whole conversation. */
  total: number
}

export interface FetchedPage {
  data: readonly ThreadMessage[]
  meta: { total: number; last_page: number }
}

export type FetchPage = (page: number) => Promise<FetchedPage>

export const pageOf = (position: number): number => Math.max(1, Math.ceil(position / PAGE))
const startOf = (page: number): number => (page - 1) * PAGE + 1

const FEW = 20 // messages; with fewer on the newest page, the one before is fetched too, to fill the screen
const MOST_PAGES = 5 // pages; a thread that lacks more than these is fetched afresh from its newest page

/**
 * Fetches the newest messages and merges them with the known ones.
 * @param expected Presumed number of messages; if right, it saves a request.
 * @returns `known` itself when nothing changed; unchanged messages keep their identity
 */
export async function refreshThread(
  fetchPage: FetchPage,
  known: ThreadMessages | undefined,
  expected: number,
): Promise<ThreadMessages> {
  if (!known) return newestMessages(fetchPage, expected)
  const from = pageOf(known.total)
  const pages = [await fetchPage(from)]
  const { last_page: last, total } = pages[0]!.meta
  if (last - from > MOST_PAGES) return newestMessages(fetchPage, total)
  for (let page = from + 1; page <= last; page += 1) pages.push(await fetchPage(page))
  return joinPages(known, startOf(from), pages)
}

async function newestMessages(fetchPage: FetchPage, expected: number): Promise<ThreadMessages> {
  const guess = pageOf(expected)
  const guessed = await fetchPage(guess)
  const page = Math.max(1, guessed.meta.last_page)
  const newest = page === guess ? guessed : await fetchPage(page)
  const total = newest.meta.total
  if (newest.data.length >= FEW || page === 1) return { messages: newest.data, first: startOf(page), total }
  const before = await fetchPage(page - 1)
  return { messages: [...before.data, ...newest.data], first: startOf(page - 1), total }
}

function joinPages(known: ThreadMessages, from: number, pages: readonly FetchedPage[]): ThreadMessages {
  const total = pages.at(-1)!.meta.total
  const keep = Math.max(0, from - known.first)
  const kept = known.messages.slice(0, keep)
  const fresh = pages.flatMap(({ data }) => data)
  const tail = fresh.map((message, index) => unchangedOr(known.messages[keep + index], message))
  const messages = [...kept, ...tail]
  const same =
    total === known.total &&
    messages.length === known.messages.length &&
    tail.every((message, index) => message === known.messages[keep + index])
  return same ? known : { messages, first: Math.min(known.first, from), total }
}

/** Prepends the page before the loaded messages. */
export function prependPage(known: ThreadMessages, page: number, { data }: FetchedPage): ThreadMessages {
  if (known.first !== startOf(page + 1)) return known
  return { ...known, first: startOf(page), messages: [...data, ...known.messages] }
}

/** Appends a message just sent from this page, before the next refetch. */
export function appendMessage(known: ThreadMessages, message: ThreadMessage): ThreadMessages {
  if (known.messages.some(({ id }) => id === message.id)) return known
  return { ...known, messages: [...known.messages, message], total: known.total + 1 }
}

/** Replaces a loaded message with its newer state. */
export function replaceMessage(known: ThreadMessages, message: ThreadMessage): ThreadMessages {
  const index = known.messages.findIndex(({ id }) => id === message.id)
  if (index < 0) return known
  return { ...known, messages: known.messages.with(index, message) }
}

/** The part of a thread that stays in memory when it leaves the screen: its newest pages. */
export function trimThread(known: ThreadMessages): ThreadMessages {
  const first = startOf(Math.max(1, pageOf(known.total) - 1))
  if (known.first >= first) return known
  return { ...known, first, messages: known.messages.slice(first - known.first) }
}

/** Other people's messages after a position: what they wrote while a reply was being written. */
export function peopleSince(known: ThreadMessages, position: number): readonly ThreadMessage[] {
  const later = known.messages.slice(Math.max(0, position + 1 - known.first))
  return later.filter((message) => message.role === 'human' && !isOwn(message))
}

function unchangedOr(known: ThreadMessage | undefined, fresh: ThreadMessage): ThreadMessage {
  const same =
    known?.id === fresh.id &&
    known.action?.status === fresh.action?.status &&
    known.author?.name === fresh.author?.name &&
    known.author?.isReader === fresh.author?.isReader
  return same ? known : fresh
}
