import type { Baton, Conversation, Message, Page } from '../index.ts'
import { sleep } from '../transport.ts'

const PAUSE_MS = 2_000

/** Something that a webhook would tell: a new message of the assistant, or that people have a conversation now. */
export interface Found {
  conversation: Conversation
  message?: Message
}

/**
 * Tells what webhooks would, of conversations made through the API, from now on for ever. It polls lists with their
 * ETags, so that a server to which nothing happens has nothing to send.
 */
export async function* watchAgent(baton: Baton, agent: string): AsyncGenerator<Found> {
  const read = reader(baton)
  const known = new Map<string, Conversation>()
  const told = new Set<string>()
  const pages = new Map<string, number>()
  let since: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    const listed = await listOpen()
    since ??= listed.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), '')
    const open = new Set(listed.map(({ id }) => id))
    const gone = isFirst ? [] : [...known.values()].filter(({ id }) => !open.has(id)) // what was last said there counts
    for (const conversation of [...listed, ...gone]) {
      const before = known.get(conversation.id)
      if (open.has(conversation.id)) known.set(conversation.id, conversation)
      else known.delete(conversation.id)
      if (isFirst || (open.has(conversation.id) && before?.updated_at === conversation.updated_at)) continue
      for (const message of await newMessages(conversation)) yield { conversation, message }
      const isTaken = conversation.response_mode === 'human' && before?.response_mode !== 'human'
      if (isTaken) yield { conversation }
    }
    await sleep(PAUSE_MS)
  }

  async function listOpen(): Promise<Conversation[]> {
    const found: Conversation[] = []
    for (let page = 1; ; page += 1) {
      const { data, links } = await read<Conversation>(`/agents/${agent}/conversations`, { status: 'open', page })
      found.push(...data.filter(({ origin }) => origin === 'public_api'))
      if (links.next === null) return found
    }
  }

  async function newMessages({ id }: Conversation): Promise<Message[]> {
    const found: Message[] = []
    for (let page = pages.get(id) ?? 1; ; page += 1) {
      const { data, links } = await read<Message>(`/agents/${agent}/conversations/${id}/messages`, { page })
      found.push(...data.filter((it) => it.role === 'assistant' && it.created_at > since! && !told.has(it.id)))
      pages.set(id, page)
      if (links.next === null) break
    }
    for (const message of found) told.add(message.id)
    return found
  }
}

/** Reads pages of lists, and answers from memory what the server says is unchanged. */
function reader({ request }: Baton) {
  const kept = new Map<string, { tag: string; body: unknown }>()
  return async <Item>(path: string, query: Record<string, unknown>): Promise<Page<Item>> => {
    const name = JSON.stringify([path, query])
    const before = kept.get(name)
    const headers: Record<string, string> = before ? { 'if-none-match': before.tag } : {}
    const answer = await request({ method: 'GET', path, query: { per_page: 100, ...query }, headers })
    if (answer.status === 304) return before!.body as Page<Item>
    kept.set(name, { tag: answer.headers.get('etag') ?? '', body: answer.body })
    return answer.body as Page<Item>
  }
}
