import { createKnowledge } from '#server/knowledge/knowledge.ts'
import type { Chunk } from '#server/knowledge/types.ts'
import { madeUpVector } from './seed-knowledge.ts'
import { type Benchmark, count, type Line, milliseconds, p50AndP95, percentile } from './tools/benchmark.ts'
import { passage, sentence } from './tools/words.ts'

const AGENTS = 2_000
const CHUNKS = 2_000 // of each agent
const IN_USE = 20 // agents that are asked again and again, as many as fit with the sentences found in them lately
const MEMORY = 300 // megabytes, as KNOWLEDGE_MEMORY would say; 2,000 chunks take 5
const DISTINCT = 10 // questions that an agent is asked again and again, as visitors tend to repeat each other
const QUESTIONS = 1_000
const OTHERS_EVERY = 20 // questions, of which one goes to an agent that is not in use
const LONGEST_MS = 100
const MOST_MEMORY = 600 // megabytes of the process
const MEGABYTE = 1_048_576

/**
 * Measures the retrieval of agents in use among many more than fit into `KNOWLEDGE_MEMORY`: each question to another agent
 * loads that, and takes the place of the one that was asked longest ago.
 */
export const agentsInUse: Benchmark = {
  name: 'agents-in-use',
  async run() {
    const knowledge = createKnowledge({ memoryBytes: MEMORY * MEGABYTE })
    try {
      return await measure(knowledge)
    } finally {
      await knowledge.close()
    }
  },
}

async function measure(knowledge: ReturnType<typeof createKnowledge>): Promise<Line[]> {
  const ask = async (agent: number, question: number) => {
    const chunks = () => chunksOf(agent)
    const started = performance.now()
    await knowledge.search({ agentId: `${agent}`, version: 1, question: sentence(question), load: chunks })
    return performance.now() - started
  }
  for (let number = 0; number < IN_USE * DISTINCT; number += 1) await ask(number % IN_USE, number % DISTINCT)
  const [inUse, others]: [number[], number[]] = [[], []]
  let highest = 0
  for (let number = 0; number < QUESTIONS; number += 1) {
    const isOther = number % OTHERS_EVERY === 0
    const agent = isOther ? IN_USE + ((number * 7) % (AGENTS - IN_USE)) : (number * 13) % IN_USE
    ;(isOther ? others : inUse).push(await ask(agent, number % DISTINCT))
    highest = Math.max(highest, process.memoryUsage().rss / MEGABYTE)
  }
  const p95 = percentile(inUse, 0.95)
  return [
    {
      what: `a question to one of ${IN_USE} agents in use among ${count(AGENTS)} of ${count(CHUNKS)} passages, p50 / p95`,
      measured: p50AndP95(inUse),
      against: `p95 at most ${milliseconds(LONGEST_MS)}`,
      isMet: p95 <= LONGEST_MS,
    },
    { what: 'one to another agent, whose passages are made up and loaded first', measured: p50AndP95(others) },
    {
      what: `most memory of the process, of which ${MEMORY} MB are for passages`,
      measured: `${highest.toFixed(0)} MB`,
      against: `at most ${MOST_MEMORY} MB`,
      isMet: highest <= MOST_MEMORY,
    },
  ]
}

/** What an agent knows, page by page as the database gives it. */
function* chunksOf(agent: number): Generator<Chunk[]> {
  for (let from = 0; from < CHUNKS; from += 500)
    yield Array.from({ length: 500 }, (_, at) => {
      const number = agent * CHUNKS + from + at
      const content = passage(number * 8, 560)
      const known = { title: 'Guide', url: null, heading: `Chapter ${number}`, content }
      return { id: `${number}`, sourceId: `${from}`, ...known, embedding: madeUpVector(number) }
    })
}
