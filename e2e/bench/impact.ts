import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { type Benchmark, count, type Line, milliseconds } from './tools/benchmark.ts'
import { sentence } from './tools/words.ts'
import { createWorld, type DatabaseName, type World } from './tools/world.ts'

const ANSWERS = 1_000
const SIZES = [500] // chunks of an agent, 100 a source
const LIMIT_MS = 10_000
const SENTENCES_PER_CHUNK = 8 // how long the seeded chunks are
const CHUNKS_PER_SOURCE = 100
const AT_ONCE = 20
const POLL_MS = 100

/** Measures how long it takes to find out what becomes of the answers that cite a source, before it is deleted. */
export const impact: Benchmark = {
  name: 'impact',
  async run() {
    const lines: Line[] = []
    for (const database of ['SQLite', 'PostgreSQL'] as const)
      for (const chunks of SIZES) lines.push(...(await onDatabase(database, chunks)))
    return lines
  },
}

async function onDatabase(database: DatabaseName, chunks: number): Promise<Line[]> {
  const world = await createWorld(database, { conversations: [1], chunks })
  if (!world) return []
  try {
    const agent = world.agents.get(1)!
    await askAll(world, agent)
    const first = await deletion(world, agent)
    const again = await deletion(world, agent)
    const what = `what becomes of ${count(first.answers)} answers that cite a source, ${count(first.changed)} of which change, at ${count(chunks)} chunks`
    const line = (when: string, { took }: { took: number }): Line => ({
      what: `${what}, ${when}`,
      on: database,
      measured: milliseconds(took),
      against: `at most ${milliseconds(LIMIT_MS)}`,
      isMet: took <= LIMIT_MS,
    })
    return [line('most of its sentences not embedded yet', first), line('asked once more', again)]
  } finally {
    await world.close()
  }
}

/** Has visitors ask what the first source says, each passage about as often. */
async function askAll({ product: { url }, owner }: World, agent: string): Promise<void> {
  const params = { agent }
  const ask = async (number: number) => {
    const { id: conversation } = (await must(url, 'createConversation', { params, body: {} }, owner)).data
    const content = sentence((number % CHUNKS_PER_SOURCE) * SENTENCES_PER_CHUNK)
    await must(url, 'sendMessage', { params: { agent, conversation }, body: { content } }, owner)
    const { data } = await must(url, 'listMessages', { params: { agent, conversation } }, owner)
    if (data.at(-1)?.role === 'visitor') return conversation
    return undefined
  }
  for (let number = 0; number < ANSWERS; number += AT_ONCE) {
    const waiting = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(number + at)))
    for (const conversation of waiting) if (conversation) await answered(url, owner, agent, conversation)
  }
}

async function answered(url: string, owner: World['owner'], agent: string, conversation: string): Promise<void> {
  const last = async () =>
    (await must(url, 'listMessages', { params: { agent, conversation } }, owner)).data.at(-1)?.role
  while ((await last()) === 'visitor') await delay(POLL_MS)
}

/** Asks what would become of the answers without the most cited source. */
async function deletion({ product: { url }, owner }: World, agent: string) {
  const params = { agent }
  const { most } = (await must(url, 'getAgentOverview', { params, query: { range: '24h' } }, owner)).data.sources
  const started = performance.now()
  const { id } = (await must(url, 'createImpact', { params, body: { without: [most[0]!.id] } }, owner)).data
  for (;;) {
    const { data } = await must(url, 'getImpact', { params: { agent, impact: id } }, owner)
    if (data.status === 'failed') throw new Error('It could not be found out.')
    const changed = data.becomes.filter(({ verdict }) => verdict === 'changed').length
    if (data.status === 'done') return { took: performance.now() - started, answers: data.answers_90_days, changed }
    await delay(POLL_MS)
  }
}
