import { createKnowledge } from '#server/knowledge/knowledge.ts'
import type { Chunk } from '#server/knowledge/types.ts'
import { madeUpVector } from './seed-knowledge.ts'
import { type Benchmark, type Line, milliseconds, p50AndP95, percentile } from './tools/benchmark.ts'
import { passage, sentence } from './tools/words.ts'

const SIZES = [1_000, 10_000, 100_000]
const TARGETS = new Map([
  [10_000, 10],
  [100_000, 50],
])
const QUESTIONS = 60
const DISTINCT = 10 // questions that are asked again and again, as visitors tend to repeat each other
const MEGABYTE = 1_048_576

/**
 * Measures the retrieval of a question's passages and sentences in the worker thread, as the job that writes a reply
 * does it.
 */
export const retrieval: Benchmark = {
  name: 'retrieval',
  async run() {
    const lines: Line[] = []
    for (const size of SIZES) lines.push(...(await measure(size)))
    return lines
  },
}

async function measure(size: number): Promise<Line[]> {
  const chunks = Array.from({ length: size }, (_, number) => chunk(number))
  const before = process.memoryUsage().rss
  const knowledge = createKnowledge()
  try {
    const ask = async (question: string, withUnits: number) => {
      const started = performance.now()
      await knowledge.search({ agentId: 'agent', version: 1, question, load: () => [chunks], withUnits })
      return performance.now() - started
    }
    const load = await ask(sentence(1), 0)
    for (let number = 0; number < DISTINCT; number += 1) await ask(sentence(number * 17), 4)
    const ranked: number[] = []
    const known: number[] = []
    const fresh: number[] = []
    for (let number = 0; number < QUESTIONS; number += 1) {
      ranked.push(await ask(sentence(number * 31), 0))
      known.push(await ask(sentence((number % DISTINCT) * 17), 4))
      fresh.push(await ask(sentence(number * 1_009), 4))
    }
    const stats = await knowledge.stats()
    const target = TARGETS.get(size)
    const p50 = percentile(ranked, 0.5)
    return [
      {
        what: `retrieval among ${size.toLocaleString('en')} chunks, question embedded, ranked exactly, passages back: p50 / p95`,
        measured: p50AndP95(ranked),
        ...(target !== undefined && { against: `p50 under ${milliseconds(target)}`, isMet: p50 < target }),
      },
      {
        what: 'the same with the sentences of the best four compared: passages seen lately; passages seen first',
        measured: `${p50AndP95(known)}; ${p50AndP95(fresh)}`,
      },
      {
        what: 'its memory: counted; of the process; first load',
        measured: [
          `${(stats.bytes / MEGABYTE).toFixed(0)} MB`,
          `${((process.memoryUsage().rss - before) / MEGABYTE).toFixed(0)} MB with the model and this program's own copy`,
          milliseconds(load),
        ].join('; '),
      },
    ]
  } finally {
    await knowledge.close()
  }
}

function chunk(number: number): Chunk {
  const embedding = madeUpVector(number)
  const content = passage(number * 8, 560)
  return { id: `${number}`, sourceId: 's', title: 'Guide', url: null, heading: `Chapter ${number}`, content, embedding }
}
