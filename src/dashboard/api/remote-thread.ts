import type { Data } from '#contract/index.ts'
import type { CallPublic, Handlers } from './remote-handlers.ts'
import type { CallOptions } from './types.ts'

type Message = Data<'listMessages'>[number]
type Author = Data<'listThread'>['items'][number]['author']

const PER_PAGE = 100 // messages; the server's maximum
const FEW = 20 // messages; with fewer on the newest page, the one before is fetched too, to fill the screen

const authors: Record<Message['role'], Author> = {
  visitor: { type: 'visitor' },
  assistant: { type: 'ai' },
  human: { type: 'member' }, // the public API does not say who
}

/** Emulates the thread with the messages of the public API, which has no notes and no events. */
export function remoteThread(callPublic: CallPublic): Handlers {
  /** The presumed number of messages by conversation; if right, it saves a request. */
  const counts = new Map<string, number>()

  const pageOf = async (params: { agent: string; conversation: string }, page: number, options: CallOptions) => {
    const answer = await callPublic('listMessages', { params, query: { page, per_page: PER_PAGE } }, options)
    counts.set(params.conversation, answer.meta.total)
    return answer
  }

  return {
    listThread: async ({ params, query }, options) => {
      const before = query?.before === undefined ? undefined : placeBefore(query.before)
      let page = Math.max(1, Math.ceil((before ?? counts.get(params.conversation) ?? 1) / PER_PAGE))
      let answer = await pageOf(params, page, options)
      const { total, last_page } = answer.meta
      if (before === undefined && page !== Math.max(1, last_page)) {
        page = Math.max(1, last_page)
        answer = await pageOf(params, page, options)
      }
      let messages = answer.data
      if (before === undefined && messages.length < FEW && page > 1) {
        page -= 1
        messages = [...(await pageOf(params, page, options)).data, ...messages]
      }
      const first = (page - 1) * PER_PAGE + 1
      const shown = before === undefined ? messages : messages.slice(0, Math.max(0, before - first + 1))
      return {
        items: shown.map((message, index) => ({
          id: message.id,
          type: 'message' as const,
          position: `${first + index}.0`,
          created_at: message.created_at,
          author: authors[message.role],
          message,
        })),
        first_position: total > 0 ? '1.0' : null,
        last_position: total > 0 ? `${total}.0` : null,
        read_position: null,
        earlier: [],
        whereabouts: null,
        unproved: [],
        visitor_read: null,
        ratings: [],
      }
    },
  }
}

/** Number of the last message before a position. */
function placeBefore(position: string): number {
  const [message = 0, number = 0] = position.split('.').map(Number)
  return number > 0 ? message : message - 1
}
