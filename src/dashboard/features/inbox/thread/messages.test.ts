import { describe, expect, it } from 'vitest'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { sampleMessage, sampleMessages } from '../testing/samples.ts'
import {
  appendMessage,
  PAGE,
  peopleSince,
  prependPage,
  refreshThread,
  replaceMessage,
  type ThreadMessages,
  trimThread,
} from './messages.ts'

/** A fake server with a conversation of `total` messages, which records the pages requested. */
function serverWith(total: number) {
  let messages: Message[] = sampleMessages(1, total)
  const asked: number[] = []
  return {
    asked,
    add: (count: number) => {
      messages = [...messages, ...sampleMessages(messages.length + 1, messages.length + count)]
    },
    change: (position: number, changes: Partial<Message>) => {
      messages = messages.with(position - 1, { ...messages[position - 1]!, ...changes })
    },
    fetchPage: async (page: number) => {
      asked.push(page)
      const data = messages.slice((page - 1) * PAGE, page * PAGE).map((message) => ({ ...message }))
      const meta = { total: messages.length, last_page: Math.max(1, Math.ceil(messages.length / PAGE)) }
      return { data, meta }
    },
  }
}

/** Checks that the loaded messages are those at the positions claimed. */
function expectPositions({ messages, first, total }: ThreadMessages): void {
  expect(messages.map(({ id }) => id)).toEqual(sampleMessages(first, total).map(({ id }) => id))
}

describe('refreshThread', () => {
  it('opens a long conversation at its newest page, in one request when it knows how long it is', async () => {
    const server = serverWith(1_050)
    const thread = await refreshThread(server.fetchPage, undefined, 1_050)
    expect(server.asked).toEqual([11])
    expect(thread.first).toBe(1_001)
    expectPositions(thread)
  })

  it('finds the newest page when it does not know', async () => {
    const server = serverWith(1_050)
    expectPositions(await refreshThread(server.fetchPage, undefined, 1))
    expect(server.asked).toEqual([1, 11])
  })

  it('fills the screen with the page before a nearly empty one', async () => {
    const server = serverWith(303)
    const thread = await refreshThread(server.fetchPage, undefined, 303)
    expect(thread.first).toBe(201)
    expectPositions(thread)
  })

  it('asks for the newest page alone, however much is loaded', async () => {
    const server = serverWith(540)
    let thread = await refreshThread(server.fetchPage, undefined, 540)
    thread = prependPage(thread, 5, await server.fetchPage(5))
    server.asked.length = 0
    server.add(1)
    const refreshed = await refreshThread(server.fetchPage, thread, 1)
    expect(server.asked).toEqual([6])
    expectPositions(refreshed)
    expect(refreshed.messages[0]).toBe(thread.messages[0])
    expect(refreshed.messages.at(-2)).toBe(thread.messages.at(-1))
  })

  it('is the known thread itself when nothing is new', async () => {
    const server = serverWith(40)
    const thread = await refreshThread(server.fetchPage, undefined, 40)
    expect(await refreshThread(server.fetchPage, thread, 40)).toBe(thread)
  })

  it('goes on over the end of a page', async () => {
    const server = serverWith(100)
    const thread = await refreshThread(server.fetchPage, undefined, 100)
    server.add(150)
    expectPositions(await refreshThread(server.fetchPage, thread, 1))
  })

  it('starts afresh when it is far behind, rather than fetching everything between', async () => {
    const server = serverWith(50)
    const thread = await refreshThread(server.fetchPage, undefined, 50)
    server.add(5_000)
    server.asked.length = 0
    const refreshed = await refreshThread(server.fetchPage, thread, 1)
    expect(server.asked.length).toBeLessThanOrEqual(3)
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
    const thread = await refreshThread(server.fetchPage, undefined, 3)
    server.change(2, { action: { ...action, status: 'completed', result: [{}] } })
    const refreshed = await refreshThread(server.fetchPage, thread, 3)
    expect(refreshed.messages[1]!.action?.status).toBe('completed')
    expect(refreshed.messages[0]).toBe(thread.messages[0])
  })

  it('puts right the place of a message that was added before the server was asked', async () => {
    const server = serverWith(10)
    const thread = await refreshThread(server.fetchPage, undefined, 10)
    server.add(2)
    const guessed = appendMessage(thread, sampleMessage(12))
    expectPositions(await refreshThread(server.fetchPage, guessed, 1))
  })
})

describe('prependPage', () => {
  it('joins only the page that comes before', async () => {
    const server = serverWith(350)
    const thread = await refreshThread(server.fetchPage, undefined, 350)
    const grown = prependPage(thread, 3, await server.fetchPage(3))
    expectPositions(grown)
    expect(prependPage(grown, 3, await server.fetchPage(3))).toBe(grown)
  })
})

describe('trimThread', () => {
  it('keeps the newest pages, still without gaps', () => {
    const trimmed = trimThread({ messages: sampleMessages(1, 950), first: 1, total: 950 })
    expect(trimmed.first).toBe(801)
    expectPositions(trimmed)
    expect(trimThread(trimmed)).toBe(trimmed)
  })
})

describe('replaceMessage', () => {
  it('leaves a thread alone that does not have it', () => {
    const thread = { messages: sampleMessages(1, 3), first: 1, total: 3 }
    expect(replaceMessage(thread, sampleMessage(9))).toBe(thread)
    expect(replaceMessage(thread, sampleMessage(2, { content: 'new' })).messages[1]!.content).toBe('new')
  })
})

describe('peopleSince', () => {
  const thread = {
    messages: [
      sampleMessage(101, { role: 'human' }),
      sampleMessage(102),
      sampleMessage(103, { role: 'human' }),
      sampleMessage(104, { role: 'assistant' }),
      sampleMessage(105, { role: 'human', author: { name: 'Ada', isReader: true } }),
    ],
    first: 101,
    total: 105,
  }

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
