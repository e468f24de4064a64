import { randomUUID } from 'node:crypto'
import { basePaths } from '#contract/route.ts'
import { startSlowWriter } from '#server/testing/slow-writer.ts'
import { must } from '../tools/client.ts'
import { count, type Line, milliseconds, onBothDatabases, p50AndP95, percentile, times } from './tools/benchmark.ts'
import { atRest, processCpuMs } from './tools/cpu.ts'
import { load } from './tools/load.ts'
import { createWorld, type DatabaseName, newAgent, type World } from './tools/world.ts'

const STREAMS = Number(process.env.STREAMS ?? 500)
const AT_ONCE = 20
const WORDS = Number(process.env.WORDS ?? 40)
const WORD_MS = Number(process.env.WORD_MS ?? 50)
const SECONDS = Number(process.env.SECONDS ?? 20)
const CONNECTIONS = 4
const PAUSE_MS = 50 // between the requests of one connection, so that they don't take the processor themselves
const DELAY_MS = 50
const SLOWER = 1.2

/** Measures programs that are sent replies as they are written: how late the first piece is, and what others notice. */
export const streamedSends = onBothDatabases('streamed-sends', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const writer = await startSlowWriter()
  Object.assign(writer.pace, { words: WORDS, wordMs: WORD_MS })
  const env = { OPENAI_COMPATIBLE_BASE_URL: writer.url, OPENAI_COMPATIBLE_MODELS: 'writer' }
  const world = await createWorld(database, { env }).catch((error) => {
    writer.close()
    throw error
  })
  try {
    if (!world) return []
    const agent = await agentOf(world, 'writer')
    await atRest(world.product.process.pid!)
    const alone = await lists(world)
    const streams = await openStreams(world, agent, writer.begunAt)
    const { pid } = world.product.process
    const [cpuBefore, wordsBefore] = [processCpuMs(pid!), writer.total()]
    const beside = await lists(world)
    const [cpu, words] = [processCpuMs(pid!) - cpuBefore, writer.total() - wordsBefore]
    const open = streams.open()
    const late = await streams.end()
    const ratio = beside.p95 / alone.p95
    return [
      {
        what: `${count(open)} streamed sends at once on one process: a reply's first piece after the provider's, p50 / p95`,
        on: database,
        measured: p50AndP95(late),
        against: `p95 at most ${milliseconds(DELAY_MS)}`,
        isMet: open === STREAMS && percentile(late, 0.95) <= DELAY_MS,
      },
      {
        what: 'processor time for each word of theirs',
        on: database,
        measured: `${count((cpu / words) * 1_000)} µs, at ${count(words / SECONDS)} words a second`,
      },
      {
        what: 'a page of a list beside them, p95, of what it takes without them',
        on: database,
        measured: `${milliseconds(beside.p95)} of ${milliseconds(alone.p95)}: ${times(ratio)}`,
        against: `at most ${times(SLOWER)}`,
        isMet: ratio <= SLOWER,
      },
    ]
  } finally {
    await world?.close()
    writer.close()
  }
}

/** Makes an agent that answers by a model, each of whose words is passed on as it comes: its sentences aren't checked. */
async function agentOf({ product: { url }, owner }: World, slug: string): Promise<string> {
  const models = (await must(url, 'listAiModels', {}, owner)).data
  const agent = await newAgent(url, owner, { id: models.find((model) => model.slug === slug)!.id })
  await must(url, 'updateAgentSettings', { params: { agent }, body: { verification: 'off' } }, owner)
  return agent
}

function lists({ product, owner, agents }: World) {
  const path = `${basePaths.public}/agents/${agents.values().next().value!}/conversations`
  const headers = { authorization: `Bearer ${owner.key}` }
  const options = { requests: [{ path, headers }], connections: CONNECTIONS, seconds: SECONDS, pids: [] }
  return load(product.url, { ...options, pauseMs: PAUSE_MS }, '200')
}

/** Keeps streams open, each of which sends its next message once it is answered. Resolves once all have begun. */
async function openStreams(
  { product: { url }, owner }: World,
  agent: string,
  begunAt: (question: string) => number | undefined,
) {
  const late: number[] = []
  let [open, isOver] = [0, false]
  const headers = {
    authorization: `Bearer ${owner.key}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  }
  async function ask(conversation: string, begun: () => void): Promise<void> {
    const content = `Question ${randomUUID()}`
    const path = `${basePaths.public}/agents/${agent}/conversations/${conversation}/messages`
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ content }) })
    if (answer.status !== 201) throw new Error(`A message was answered with ${answer.status}.`)
    begun()
    let [text, isHeard] = ['', false]
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      if (!isHeard && text.includes('event: reply.delta')) {
        isHeard = true
        late.push(performance.now() - begunAt(content)!)
      }
    }
    if (!/event: done\ndata: .*answered/.test(text)) throw new Error(`A stream ended with ${text.slice(-200)}`)
  }
  async function converse(begun: () => void): Promise<void> {
    const { id } = (await must(url, 'createConversation', { params: { agent }, body: {} }, owner)).data
    open += 1
    while (!isOver) await ask(id, begun)
    open -= 1
  }
  const conversations: Promise<void>[] = []
  for (let begun = 0; begun < STREAMS; begun += AT_ONCE)
    await Promise.all(
      Array.from(
        { length: Math.min(AT_ONCE, STREAMS - begun) },
        () =>
          new Promise<void>((done, failed) => {
            const conversation = converse(done)
            conversation.catch(failed)
            conversations.push(conversation)
          }),
      ),
    )
  late.length = 0 // those before all were open
  return {
    open: () => open,
    async end(): Promise<readonly number[]> {
      isOver = true
      await Promise.all(conversations)
      return late
    },
  }
}
