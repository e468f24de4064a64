import { describe, expect, it } from 'vitest'
import type { Data } from '#contract/index.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { minute, NO_FACTS, sampleMessage, sampleMessages, samplePart } from '../testing/samples.ts'
import {
  appendMessage,
  asDeleted,
  joinThread,
  PAGE,
  peopleSince,
  prependPart,
  refreshThread,
  replaceEntry,
  replaceMessage,
  type ThreadMessages,
  toEntry,
  toPart,
  trimThread,
} from './messages.ts'

type Item = Data<'listThread'>['items'][number]

/** A fake server with a conversation of `total` messages, an event behind every tenth. It records what is asked. */
function serverWith(total: number) {
  let messages: Message[] = sampleMessages(1, total)
  const asked: (string | undefined)[] = []
  const itemsOf = (message: Message, index: number): Item[] => {
    const shared = { created_at: message.created_at, author: { type: 'visitor' as const } }
    const item = {
      ...shared,
      id: message.id,
      type: 'message' as const,
      position: `${index + 1}.0`,
      message: { ...message, offer: null, attachments: [], proofs: null },
    }
    if ((index + 1) % 10 > 0) return [item]
    const event = { type: 'closed' as const }
    return [item, { ...shared, id: `event-${index + 1}`, type: 'event', position: `${index + 1}.1`, event }]
  }
  return {
    asked,
    add: (count: number) => {
      messages = [...messages, ...sampleMessages(messages.length + 1, messages.length + count)]
    },
    change: (position: number, changes: Partial<Message>) => {
      messages = messages.with(position - 1, { ...messages[position - 1]!, ...changes })
    },
    fetchPart: async (before?: string) => {
      asked.push(before)
      const items = messages.map((message) => ({ ...message })).flatMap(itemsOf)
      const end = before === undefined ? items.length : items.findIndex(({ position }) => position === before)
      const page = items.slice(Math.max(0, end - PAGE), end)
      const [first_position, last_position] = [items[0]?.position ?? null, items.at(-1)?.position ?? null]
      const nothing = {
        read_position: null,
        reply: null,
        email: null,
        pending: [],
        linked: [],
        suggestion: null,
        brief: null,
        ...NO_FACTS,
      }
      return toPart({ items: page, first_position, last_position, ...nothing }, 'me')
    },
  }
}

type Server = ReturnType<typeof serverWith>
const open = (server: Server) => refreshThread(server.fetchPart, undefined)
const refresh = async (server: Server, known: ThreadMessages) =>
  joinThread(known, await refreshThread(server.fetchPart, known))

/** Checks that the loaded messages and events are those at the positions claimed. */
function expectPositions({ messages, first, total, entries, hasOlder }: ThreadMessages): void {
  expect(messages.map(({ id }) => id)).toEqual(sampleMessages(first, total).map(({ id }) => id))
  const behind = messages.map((_, index) => first + index).filter((position) => position % 10 === 0)
  const inside = entries.map((entry) => entry.behind).filter((position) => position >= first)
  expect(inside).toEqual(behind)
  expect(hasOlder).toBe(first > 1)
}

describe('refreshThread', () => {
  it('opens a long conversation at its newest page, in one request', async () => {
    const server = serverWith(1_050)
    const thread = await open(server)
    expect(server.asked).toEqual([undefined])
    expectPositions(thread)
  })

  it('opens an empty conversation', async () => {
    expect(await open(serverWith(0))).toMatchObject({ messages: [], first: 1, total: 0, hasOlder: false })
  })

  it('asks for the newest page alone, however much is loaded', async () => {
    const server = serverWith(541)
    let thread = await open(server)
    thread = prependPart(thread, thread.start!, await server.fetchPart(thread.start))
    expectPositions(thread)
    server.asked.length = 0
    server.add(1)
    const refreshed = await refresh(server, thread)
    expect(server.asked).toEqual([undefined])
    expectPositions(refreshed)
    expect(refreshed.messages[0]).toBe(thread.messages[0])
    expect(refreshed.messages.at(-2)).toBe(thread.messages.at(-1))
    expect(refreshed.entries.at(-1)).toBe(thread.entries.at(-1))
  })

  it('is the known thread itself when nothing is new', async () => {
    const server = serverWith(40)
    const thread = await open(server)
    expect(await refresh(server, thread)).toBe(thread)
  })

  it('goes on over the end of a page', async () => {
    const server = serverWith(100)
    const thread = await open(server)
    server.add(150)
    const refreshed = await refresh(server, thread)
    expectPositions(refreshed)
    expect(refreshed.first).toBe(thread.first)
  })

  it('starts afresh when it is far behind, rather than fetching everything between', async () => {
    const server = serverWith(50)
    const thread = await open(server)
    server.add(5_000)
    server.asked.length = 0
    const refreshed = await refresh(server, thread)
    expect(server.asked.length).toBeLessThanOrEqual(5)
    expectPositions(refreshed)
  })

  it('takes up a completed action', async () => {
    const action = {
      agent_action_uuid: 'u',
      slug: 's',
      name: 'n',
      fields: [],
      status: 'pending' as const,
      result: null,
    }
    const server = serverWith(3)
    server.change(2, { action })
    const thread = await open(server)
    server.change(2, { action: { ...action, status: 'completed', result: [{}] } })
    const refreshed = await refresh(server, thread)
    expect(refreshed.messages[1]!.action?.status).toBe('completed')
    expect(refreshed.messages[0]).toBe(thread.messages[0])
  })

  it('puts right the place of a message that was added before the server was asked', async () => {
    const server = serverWith(10)
    const thread = await open(server)
    server.add(2)
    const guessed = appendMessage(thread, sampleMessage(12))
    expectPositions(await refresh(server, guessed))
  })
})

describe('prependPart', () => {
  it('joins only the part that comes before', async () => {
    const server = serverWith(350)
    const thread = await open(server)
    const part = await server.fetchPart(thread.start)
    const grown = prependPart(thread, thread.start!, part)
    expectPositions(grown)
    expect(prependPart(grown, thread.start!, part)).toBe(grown)
  })
})

describe('trimThread', () => {
  it('keeps the newest messages, still without gaps', async () => {
    const server = serverWith(955)
    let thread = await open(server)
    thread = prependPart(thread, thread.start!, await server.fetchPart(thread.start))
    const trimmed = trimThread(thread)
    expect(trimmed.first).toBe(906)
    expectPositions(trimmed)
    expect(trimThread(trimmed)).toBe(trimmed)
    expectPositions(await refresh(server, trimmed))
  })
})

describe('replaceMessage', () => {
  it('leaves a thread alone that does not have it', () => {
    const thread = samplePart(sampleMessages(1, 3))
    expect(replaceMessage(thread, sampleMessage(9))).toBe(thread)
    expect(replaceMessage(thread, sampleMessage(2, { content: 'new' })).messages[1]!.content).toBe('new')
  })
})

describe('replaceEntry', () => {
  it('shows a changed note and a deleted one, however far back they are', () => {
    const author = { type: 'member' as const, id: 'ada', name: 'Ada' }
    const item = (content: string): Item => ({
      ...{ id: 'n', type: 'note', position: '2.1', created_at: minute(2), author },
      note: { content, mentions: [], edited_at: null },
    })
    const known = samplePart(sampleMessages(1, 300), { entries: [toEntry(item('Called her.'))] })
    const changed = replaceEntry(known, toEntry(item('Called her twice.')))
    expect(changed.entries).toEqual([{ ...item('Called her twice.'), behind: 2 }])
    const { entries } = replaceEntry(changed, asDeleted(changed.entries[0]!, { id: 'ben', name: 'Ben' }))
    expect(entries).toMatchObject([{ id: 'n', author: { id: 'ben', name: 'Ben' }, event: { type: 'note_deleted' } }])
    expect(entries[0]).not.toHaveProperty('note')
    expect(replaceEntry(known, { ...known.entries[0]!, id: 'other' })).toBe(known)
  })
})

describe('peopleSince', () => {
  const thread = samplePart(
    [
      sampleMessage(101, { role: 'human' }),
      sampleMessage(102),
      sampleMessage(103, { role: 'human' }),
      sampleMessage(104, { role: 'assistant' }),
      sampleMessage(105, { role: 'human', author: { name: 'Ada', isReader: true } }),
    ],
    { first: 101 },
  )

  it('is what other people have said after the position', () => {
    const others = peopleSince(thread, 102)
    expect(others.map(({ id }) => id)).toEqual(['message-103'])
  })

  it('is nothing when one has seen the newest', () => {
    expect(peopleSince(thread, 105)).toEqual([])
  })

  it('counts everything loaded when one has looked before that', () => {
    expect(peopleSince(thread, 3)).toHaveLength(2)
  })
})
