import { expect } from 'vitest'
import { until } from '../../api/support/until.ts'
import type { Received } from '../../api/support/website.ts'
import { call, must, type Owner } from '../../tools/client.ts'

/**
 * Milliseconds to wait between two conversations for a test that writes until it is told to stop. Without the pause, a
 * few such writers keep two processors busy, and a product that starts meanwhile takes half a minute.
 */
export const PAUSE_MS = 100

/** Writes to a product that may die at any moment, and remembers what the product acknowledged. */
export interface Ledger {
  /** Ids of everything acknowledged so far. */
  acknowledged(): Acknowledged
  /** Numbers of things acknowledged so far. */
  counts(): { sources: number; files: number; messages: number; people: number }
  writeSource(): Promise<void>
  uploadFile(): Promise<void>
  /** Opens a conversation and sends two visitor messages. */
  converse(): Promise<void>
  /** Sends a person's message in a conversation of its own. */
  writeAsPerson(): Promise<void>
  /**
   * Waits until every acknowledged source is trained.
   * @param at URL of the process to ask
   */
  settle(at: string): Promise<void>
  /**
   * Waits until every acknowledged source is trained and every visitor has a reply, and checks that nothing
   * acknowledged is missing and that no visitor message has two replies. With `received`, also waits until each reply
   * was announced by webhook, and checks that repeated deliveries have equal webhook-ids and bodies.
   */
  check(url: string, received?: readonly Received[]): Promise<{ replies: number; events: number }>
}

export interface Acknowledged {
  sources: string[]
  files: string[]
  /** Ids of messages, by conversation. */
  messages: Map<string, string[]>
}

type Stored = { id: string; role: string; content: string }

/** @param url Address of the product, which stays while its processes die and restart. */
export function createLedger(url: string, owner: Owner, agent: string): Ledger {
  const sources: string[] = []
  const files: string[] = []
  /** Ids of messages, by conversation. */
  const messages = new Map<string, string[]>()
  const people = new Map<string, string[]>()
  let written = 0

  const open = async (kept: Map<string, string[]>): Promise<string | undefined> => {
    const created = await call(url, 'createConversation', { params: { agent }, body: {} }, owner)
    if (created.status !== 201) return undefined
    kept.set(created.data.id, [])
    return created.data.id
  }

  const settle = async (at: string) => {
    for (const source of [...sources, ...files]) await trained(at, owner, agent, source)
  }

  return {
    acknowledged: () => ({
      sources: [...sources],
      files: [...files],
      messages: new Map([...messages, ...people].map(([conversation, ids]) => [conversation, [...ids]])),
    }),
    counts: () => ({
      sources: sources.length,
      files: files.length,
      messages: [...messages.values()].flat().length,
      people: [...people.values()].flat().length,
    }),
    async writeSource() {
      written += 1
      const content = `Fact ${written}: the answer to question ${written} is ${Math.random()}. `.repeat(20)
      const answer = await call(
        url,
        'createSource',
        { params: { agent }, body: { type: 'text', content } },
        owner,
      ).catch(unanswered)
      if (answer?.status === 201) sources.push((answer.data as { id: string }).id)
    },
    async uploadFile() {
      written += 1
      const file = new File([`Document ${written} says that ${Math.random()} is a number.\n`], `${written}.txt`)
      const answer = await call(url, 'createSource', { params: { agent }, body: { type: 'file', file } }, owner).catch(
        unanswered,
      )
      if (answer?.status === 201) files.push((answer.data as { id: string }).id)
    },
    async converse() {
      const conversation = await open(messages).catch(unanswered)
      if (!conversation) return
      for (const content of ['What is the answer?', 'And the other one?']) {
        const params = { agent, conversation }
        const sent = await call(url, 'sendMessage', { params, body: { content } }, owner).catch(unanswered)
        if (sent?.status === 201) messages.get(conversation)!.push(sent.data.id)
      }
    },
    async writeAsPerson() {
      const conversation = await open(people).catch(unanswered)
      if (!conversation) return
      const params = { agent, conversation }
      const body = { content: 'A person is here.' }
      const sent = await call(url, 'sendHumanMessage', { params, body }, owner).catch(unanswered)
      if (sent?.status === 201) people.get(conversation)!.push(sent.data.id)
    },
    settle,
    async check(at, received) {
      await settle(at)
      const replies: Stored[] = []
      for (const [conversation, ids] of messages) {
        const stored = await answered(at, owner, { agent, conversation })
        expect(stored.map((message) => message.id)).toEqual(expect.arrayContaining(ids))
        replies.push(...stored.filter((message) => message.role === 'assistant'))
      }
      for (const [conversation, ids] of people) {
        const stored = await listAll(at, owner, { agent, conversation })
        expect(stored.map((message) => message.id)).toEqual(expect.arrayContaining(ids))
      }
      if (received) await delivered(replies, received)
      return { replies: replies.length, events: received ? replies.length : 0 }
    },
  }
}

/** Ignores a request without an answer: it was not acknowledged. */
const unanswered = () => undefined

function trained(url: string, owner: Owner, agent: string, source: string): Promise<unknown> {
  return until(`source ${source} is trained`, async () => {
    const { data } = await must(url, 'getSource', { params: { agent, source } }, owner)
    expect(data.status, `source ${source}`).not.toBe('failed')
    return data.status === 'completed'
  })
}

/**
 * Waits until the last visitor message is answered and returns all messages; no visitor message may have two replies.
 */
export async function answered(
  url: string,
  owner: Owner,
  params: { agent: string; conversation: string },
): Promise<Stored[]> {
  const stored = await until(`conversation ${params.conversation} is answered`, async () => {
    const found = await listAll(url, owner, params)
    return found.at(-1)?.role === 'assistant' && found
  })
  const roles = stored.map((message) => message.role).slice(1) // without the greeting
  const doubled = roles.some((role, index) => role === 'assistant' && roles[index - 1] === 'assistant')
  expect(doubled, roles.join(' ')).toBe(false)
  return stored
}

async function listAll(url: string, owner: Owner, params: { agent: string; conversation: string }) {
  return (await must(url, 'listMessages', { params, query: { per_page: 100 } }, owner)).data as Stored[]
}

/** Waits until every message was delivered, and checks that repeated deliveries have equal webhook-ids and bodies. */
async function delivered(messages: readonly Stored[], received: readonly Received[]): Promise<void> {
  const idOf = ({ body }: Received) => (JSON.parse(body) as { data: { message?: { id: string } } }).data.message?.id
  await until('every event is delivered', async () => {
    const announced = new Set(received.map(idOf))
    return messages.every(({ id }) => announced.has(id))
  })
  const bodies = new Map<string, Set<string>>()
  const webhookIds = new Map<string, Set<string>>()
  for (const request of received) {
    const webhookId = request.headers['webhook-id']!
    bodies.set(webhookId, (bodies.get(webhookId) ?? new Set()).add(request.body))
    const id = idOf(request)
    if (id) webhookIds.set(id, (webhookIds.get(id) ?? new Set()).add(webhookId))
  }
  expect([...bodies.values()].filter((different) => different.size > 1)).toEqual([])
  expect([...webhookIds.values()].filter((different) => different.size > 1)).toEqual([])
}
