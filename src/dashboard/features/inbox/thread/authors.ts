import type { QueryClient } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { call } from '#dashboard/api/client.ts'
import { sessionOptions } from '#dashboard/api/session.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { permissions } from '#dashboard/lib/permissions.ts'
import type { FetchedPage, ThreadMessage } from './messages.ts'

type Author = Data<'listAuthors'>[number]['author']

const MOST = 5_000 // messages whose authors are remembered

/** Authors by message id; null where the server does not know. They never change, so each is fetched once. */
const known = new Map<string, Author | null>()

/** Outbox keys of replies sent from this page, by message id. */
const outboxKeys = new Map<string, string>()

/** The outbox key of a sent message, under which its row stays mounted after sending. */
export const outboxKeyOf = (messageId: string): string | undefined => outboxKeys.get(messageId)

/** Marks a message just sent from this page as written by the reader, without asking the server. */
export function asOwn(client: QueryClient, message: Message, outboxKey: string): ThreadMessage {
  const me = readerOf(client)
  outboxKeys.set(message.id, outboxKey)
  if (me) remember(message.id, { type: 'member', id: me.id, name: me.name })
  return withAuthor(me?.id, message)
}

/**
 * Adds the authors of human messages to a page of messages. The public API does not provide authors, so they stay
 * unknown with an API key.
 */
export async function withAuthors(
  client: QueryClient,
  page: FetchedPage,
  ask: () => Promise<Data<'listAuthors'>>,
): Promise<FetchedPage> {
  const unknown = page.data.filter(({ id, role }) => role === 'human' && !known.has(id))
  if (unknown.length > 0 && permissions.ownApi) {
    // If authors can't be fetched now, show the messages without them; a later refetch asks again.
    const told = await ask().catch(() => undefined)
    const authors = new Map(told?.map(({ message_id, author }) => [message_id, author]))
    for (const { id } of told ? unknown : []) remember(id, authors.get(id) ?? null)
  }
  const me = readerOf(client)?.id
  return { ...page, data: page.data.map((message) => withAuthor(me, message)) }
}

export function askAuthors(params: { agent: string; conversation: string }, page: number, perPage: number) {
  return call('listAuthors', { params, query: { page, per_page: perPage } })
}

function withAuthor(me: string | undefined, message: Message): ThreadMessage {
  const author = known.get(message.id)
  if (message.role !== 'human' || !author) return message
  return { ...message, author: { name: author.name, isReader: author.type === 'member' && author.id === me } }
}

function remember(id: string, author: Author | null): void {
  known.set(id, author)
  if (known.size > MOST) known.delete(known.keys().next().value!)
}

const readerOf = (client: QueryClient) => client.getQueryData(sessionOptions.queryKey)?.user
