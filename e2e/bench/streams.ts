import { setTimeout as delay } from 'node:timers/promises'
import { basePaths } from '#contract/route.ts'
import { must } from '../tools/client.ts'
import { count, type Line, milliseconds, onBothDatabases, percentile } from './tools/benchmark.ts'
import { atRest, processCpuMs, residentBytes } from './tools/cpu.ts'
import { beginVisits, openStream, type Visitor, write } from './tools/visitors.ts'
import { createWorld, type DatabaseName, newAgent, type World } from './tools/world.ts'

const IDLE = Number(process.env.STREAMS ?? 10_000)
const AT_ONCE = 100
const WRITERS = 500
const MESSAGES_EACH = 3
const WRITING_MS = Number(process.env.WRITING_SECONDS ?? 45) * 1_000
const WATCHED_MS = 40_000 // two heartbeats
const COALESCE_MS = 50 // milliseconds for which the inbox gathers events before it reads
const MEGABYTE = 1024 * 1024
const MEMORY = 400
const WITHIN_MS = 150

/** Measures what open chats of visitors cost one process, and how soon messages pass while others write. */
export const streams = onBothDatabases('streams', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const world = await createWorld(database, { env: { TRUST_PROXY: '127.0.0.1' } })
  if (!world) return []
  const open: { close(): void }[] = []
  try {
    const { product, owner } = world
    const pid = product.process.pid!
    const agent = await newAgent(product.url, owner, { only_human: true })
    const idle = await beginVisits(product.url, agent, IDLE)
    await atRest(pid)
    const before = residentBytes(pid)
    for (let begun = 0; begun < idle.length; begun += AT_ONCE)
      open.push(
        ...(await Promise.all(idle.slice(begun, begun + AT_ONCE).map((visitor) => openStream(product.url, visitor)))),
      )
    await delay(WATCHED_MS / 2)
    const begun = processCpuMs(pid)
    await delay(WATCHED_MS)
    const share = (processCpuMs(pid) - begun) / WATCHED_MS
    const added = (residentBytes(pid) - before) / MEGABYTE
    const beats = (share * WATCHED_MS * 1000) / (IDLE * 2)
    const { there, back } = await talk(world, agent, open)
    const talked = (what: string, times: readonly number[]): Line => ({
      what: `${WRITERS} visitors writing ${MESSAGES_EACH} messages each in ${WRITING_MS / 1_000} s beside ${count(IDLE)} idle streams: ${what}, p50 / p95`,
      on: database,
      measured: `${milliseconds(percentile(times, 0.5))} / ${milliseconds(percentile(times, 0.95))}`,
      against: `p95 at most ${milliseconds(WITHIN_MS)}`,
      isMet: percentile(times, 0.95) <= WITHIN_MS,
    })
    return [
      {
        what: `${count(IDLE)} idle streams on one process: memory added`,
        on: database,
        measured: `${added.toFixed(0)} MB`,
        against: `at most ${MEMORY} MB`,
        isMet: added <= MEMORY,
      },
      {
        what: `${count(IDLE)} idle streams: processor time of their heartbeats`,
        on: database,
        measured: `${(share * 100).toFixed(1)} % of one processor, ${beats.toFixed(0)} µs a heartbeat of a stream`,
      },
      talked('until the thread is read for the inbox', there),
      talked("until a member's reply is on the visitor's stream", back),
    ]
  } finally {
    for (const { close } of open) close()
    await world.close()
  }
}

/** Milliseconds from visitors' messages until the inbox has read them, and from replies to the visitors' streams. */
async function talk(world: World, agent: string, open: { close(): void }[]) {
  const { product, owner } = world
  const visitors = await beginVisits(product.url, agent, WRITERS, IDLE)
  const there: number[] = []
  const back: number[] = []
  const sent = new Map<string, { at: number; isRead: () => void }>()
  const replied = new Map<string, (at: number) => void>()
  const inbox = await followInbox(world, agent, (content, at) => {
    const message = sent.get(content)
    if (!message) return
    sent.delete(content)
    there.push(at - message.at)
    message.isRead()
  })
  const conversations = new Map<Visitor, string>()
  const converse = async (visitor: Visitor, number: number) => {
    for (let message = 0; message < MESSAGES_EACH; message += 1) {
      await delay((Math.random() * WRITING_MS) / MESSAGES_EACH)
      const content = `Message ${message} of visitor ${number}`
      const isRead = new Promise<void>((done) => sent.set(content, { at: performance.now(), isRead: done }))
      await write(product.url, visitor, content)
      await isRead
      const conversation = conversations.get(visitor) ?? (await conversationOf(product.url, visitor))
      conversations.set(visitor, conversation)
      const reply = `Reply ${message} to visitor ${number}.`
      const started = performance.now()
      const heard = new Promise<number>((done) => replied.set(reply, done))
      await must(product.url, 'sendHumanMessage', { params: { agent, conversation }, body: { content: reply } }, owner)
      back.push((await heard) - started)
    }
  }
  for (const visitor of visitors)
    open.push(
      await openStream(product.url, visitor, (text) => {
        const at = performance.now()
        for (const [reply] of text.matchAll(/Reply \d+ to visitor \d+\./g)) replied.get(reply)?.(at)
      }),
    )
  try {
    await Promise.all(visitors.map(converse))
  } finally {
    await inbox.close()
  }
  return { there, back }
}

async function conversationOf(url: string, { headers }: Visitor): Promise<string> {
  const answer = await fetch(`${url}${basePaths.widget}/conversation`, { headers })
  return ((await answer.json()) as { data: { conversation: { id: string } } }).data.conversation.id
}

/**
 * Does for every conversation what an inbox does for the one on screen: hears of its messages, and reads its thread.
 * `close` resolves once the last thread has been read, so that the server isn't stopped meanwhile.
 */
async function followInbox(
  { product, owner }: World,
  agent: string,
  read: (content: string, at: number) => void,
): Promise<{ close(): Promise<unknown> }> {
  const reading: Promise<void>[] = []
  const controller = new AbortController()
  const { cookie } = owner
  const path = `${product.url}${basePaths['first-party']}/organizations/${owner.organizationId}/events`
  const answer = await fetch(path, { headers: { cookie }, signal: controller.signal })
  const readThread = async (conversation: string) => {
    await delay(COALESCE_MS)
    const params = { agent, conversation }
    const { data } = await must(product.url, 'listThread', { params, query: { limit: 50 } }, { cookie })
    for (const { message } of data.items) if (message) read(message.content, performance.now())
  }
  const follow = async () => {
    let text = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const { type, conversation_id } = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? '{}')
        if (type === 'message.created') reading.push(readThread(conversation_id))
      }
    }
  }
  follow().catch(() => {}) // aborted by `close`, which is no failure
  return {
    close() {
      controller.abort()
      return Promise.all(reading)
    },
  }
}
