import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { must } from '../tools/client.ts'
import { openForSeeding } from './seed.ts'
import { type Line, milliseconds, onBothDatabases, percentile } from './tools/benchmark.ts'
import { atRest } from './tools/cpu.ts'
import { followEvents } from './tools/events.ts'
import { trained, trainText } from './tools/train.ts'
import { passage, sentence } from './tools/words.ts'
import { createWorld, type DatabaseName, type World } from './tools/world.ts'

const IDLE_QUESTIONS = 40
const PER_SECOND = 50
const SECONDS = 6
const WARM_UP = 5
const PATIENCE_MS = 30_000

/**
 * Measures the time from a visitor's message to the stored reply of the built-in model, and to its event in the event
 * stream.
 */
export const replies = onBothDatabases('replies', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const world = await createWorld(database)
  if (!world) return []
  const [agent] = world.agents.values()
  const events = await followEvents(world.product.url, world.owner)
  try {
    for (let part = 0; part < 4; part += 1) await trainText(world, agent!, passage(part * 1_000, 30_000))
    await trained(world, agent!, 4)
    const ask = (number: number) => converse(world, agent!, sentence(number))
    const heard = (asked: Asked[]) => waitForReplies(events.seen, asked)
    for (let number = 0; number < WARM_UP; number += 1) await heard([await ask(number)])
    await atRest(world.product.process.pid!)

    const idle: Asked[] = []
    for (let number = 0; number < IDLE_QUESTIONS; number += 1) {
      idle.push(await ask(number * 7))
      await heard(idle)
    }
    const busy: Promise<Asked>[] = []
    const started = performance.now()
    for (let number = 0; number < PER_SECOND * SECONDS; number += 1) {
      await delay(Math.max(0, started + (number * 1000) / PER_SECOND - performance.now()))
      busy.push(ask(number * 11))
    }
    const asked = await Promise.all(busy)
    await heard(asked)
    const stored = await storedAfter(world)
    return [
      ...lines(world, 'idle', idle, stored, events.seen, 50),
      ...lines(world, `${PER_SECOND} conversations a second arriving`, asked, stored, events.seen, 1_000),
    ]
  } finally {
    events.stop()
    await world.close()
  }
}

interface Asked {
  conversation: string
  /** When the visitor's message was sent, on the clock of this process, which also times the events. */
  sentAt: number
}

async function converse({ product, owner }: World, agent: string, content: string): Promise<Asked> {
  const conversation = (await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)).data.id
  const sentAt = performance.now()
  await must(product.url, 'sendMessage', { params: { agent, conversation }, body: { content } }, owner)
  return { conversation, sentAt }
}

/** Index of the reply in a conversation, behind the greeting and the visitor's message. */
const REPLY = 2

async function waitForReplies(seen: ReadonlyMap<string, number[]>, asked: readonly Asked[]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (asked.some(({ conversation }) => seen.get(conversation)?.[REPLY] === undefined)) {
    if (performance.now() > deadline) throw new Error('Not every question was answered in time.')
    await delay(2)
  }
}

/** Milliseconds from message to reply by the server's own clock, for each conversation. */
async function storedAfter(world: World): Promise<Map<string, number>> {
  const databaseUrl = world.database === 'PostgreSQL' ? world.databaseAddress : undefined
  const db = await openForSeeding({ dataDir: world.product.dataDir, databaseUrl })
  const { rows } = await sql<{ id: string; after: string | number }>`
    select sent.conversation_id as id, reply.created_at - sent.created_at as after from messages as sent
    join messages as reply on reply.conversation_id = sent.conversation_id and reply.position = 3
    where sent.position = 2 and reply.role = 'assistant' and sent.role = 'visitor'`.execute(db)
  await db.destroy()
  return new Map(rows.map(({ id, after }) => [id, Number(after)]))
}

function lines(
  { database }: World,
  when: string,
  asked: readonly Asked[],
  stored: ReadonlyMap<string, number>,
  seen: ReadonlyMap<string, number[]>,
  target: number,
): Line[] {
  const after = asked.map(({ conversation }) => stored.get(conversation)!)
  const heard = asked.map(({ conversation, sentAt }) => seen.get(conversation)![REPLY]! - sentAt)
  const all = (values: number[]) =>
    [0.5, 0.95, 0.99].map((share) => milliseconds(percentile(values, share))).join(' / ')
  const p95 = percentile(after, 0.95)
  return [
    {
      what: `visitor message to stored reply, ${when}: p50 / p95 / p99`,
      on: database,
      measured: all(after),
      against: `p95 under ${milliseconds(target)}`,
      isMet: p95 < target,
    },
    { what: `the same, from sending to the event stream, ${when}`, on: database, measured: all(heard) },
  ]
}
