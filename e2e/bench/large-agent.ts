import { setTimeout as delay } from 'node:timers/promises'
import { searchKnowledge } from '#server/features/sources/index.ts'
import { createKnowledge } from '#server/knowledge/knowledge.ts'
import { must } from '../tools/client.ts'
import { openForSeeding } from './seed.ts'
import { type Line, milliseconds, onBothDatabases, percentile } from './tools/benchmark.ts'
import { residentBytes } from './tools/cpu.ts'
import { trained, trainText } from './tools/train.ts'
import { passage, sentence } from './tools/words.ts'
import { createWorld, type DatabaseName, type World } from './tools/world.ts'

const CHUNKS = 100_000
const SOURCES = 1_000
const LOADS = 3
const LOAD_MS = 3_000
const QUESTIONS = 20
const TEXTS = 3
const TEXT_CHARACTERS = 45_000
const POLL_MS = 5
const PAUSE_MS = 100
const MEGABYTE = 1_048_576

/**
 * Measures an agent with 60 MB of text: how long loading it into memory takes, and how fast it answers while it learns
 * more.
 */
export const largeAgent = onBothDatabases('large-agent', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const world = await createWorld(database, { conversations: [1], chunks: CHUNKS })
  if (!world) return []
  try {
    const [agent] = world.agents.values()
    const loads = await load(world, agent!)
    const first = await ask(world, agent!, 0)
    const idle: number[] = []
    for (let number = 1; number <= QUESTIONS; number += 1) idle.push(await ask(world, agent!, number))
    const busy: number[] = []
    let isOver = false
    const asking = (async () => {
      for (let number = 100; !isOver; number += 1) {
        busy.push(await ask(world, agent!, number))
        await delay(PAUSE_MS)
      }
    })()
    for (let text = 0; text < TEXTS; text += 1) await trainText(world, agent!, passage(text * 9_000, TEXT_CHARACTERS))
    await trained(world, agent!, SOURCES + TEXTS)
    isOver = true
    await asking
    const megabytes = residentBytes(world.product.process.pid!) / MEGABYTE
    const shares = (values: number[]) =>
      [0.5, 0.95, 1].map((share) => milliseconds(percentile(values, share))).join(' / ')
    const best = Math.min(...loads)
    return [
      {
        what: `loading ${CHUNKS.toLocaleString('en')} chunks into memory, best of ${LOADS}`,
        on: database,
        measured: milliseconds(best),
        against: `at most ${milliseconds(LOAD_MS)}`,
        isMet: best <= LOAD_MS,
      },
      { what: 'its first reply after a start', on: database, measured: milliseconds(first) },
      {
        what: `its replies: p50 / p95 / longest of ${QUESTIONS}; while ${TEXTS} texts are trained, of ${busy.length}`,
        on: database,
        measured: `${shares(idle)}; ${shares(busy)}`,
      },
      { what: 'memory of the process after all this', on: database, measured: `${megabytes.toFixed(0)} MB` },
    ]
  } finally {
    await world.close()
  }
}

/** Loads the agent's knowledge from the database into this process several times; milliseconds of each. */
async function load(world: World, agentId: string): Promise<number[]> {
  const databaseUrl = world.database === 'PostgreSQL' ? world.databaseAddress : undefined
  const read = await openForSeeding({ dataDir: world.product.dataDir, databaseUrl })
  const knowledge = createKnowledge()
  const times: number[] = []
  try {
    await knowledge.embed(['The model is loaded first.'])
    for (let number = 0; number < LOADS; number += 1) {
      knowledge.forget(agentId)
      const started = performance.now()
      await searchKnowledge({ database: { read }, knowledge }, { id: agentId, knowledge_version: 1 }, sentence(number))
      times.push(performance.now() - started)
    }
  } finally {
    await knowledge.close()
    await read.destroy()
  }
  return times
}

/** Milliseconds from a visitor's message to the reply, as the visitor experiences it. */
async function ask({ product, owner }: World, agent: string, number: number): Promise<number> {
  const { url } = product
  const { id } = (await must(url, 'createConversation', { params: { agent }, body: {} }, owner)).data
  const params = { agent, conversation: id }
  const started = performance.now()
  await must(url, 'sendMessage', { params, body: { content: sentence(number * 7) } }, owner)
  for (;;) {
    const { data } = await must(url, 'listMessages', { params, query: { per_page: 10 } }, owner)
    if (data.findIndex(({ role }) => role === 'visitor') < data.findLastIndex(({ role }) => role === 'assistant')) break
    await delay(POLL_MS)
  }
  return performance.now() - started
}
