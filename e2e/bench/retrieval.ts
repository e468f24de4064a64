import { createKnowledge } from '#server/knowledge/knowledge.ts'
import type { Chunk } from '#server/knowledge/types.ts'
import { createVectorTable } from '#server/knowledge/worker/vector-table.ts'
import { madeUpVector } from './seed-knowledge.ts'
import { type Benchmark, type Line, median, milliseconds, p50AndP95, percentile, times } from './tools/benchmark.ts'
import { passage, sentence } from './tools/words.ts'

const SIZES = [1_000, 10_000, 100_000]
const TARGETS = new Map([
  [10_000, 5],
  [100_000, 30],
])
const QUESTIONS = 60
const DISTINCT = 10 // questions that are asked again and again, as visitors tend to repeat each other
const ROUNDS = 30
const WORTH = 2 // minimum speed-up of WebAssembly over JavaScript that justifies keeping it
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
    lines.push(longLoop(100_000))
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

/** Times the dot products of a question with `size` vectors, in the product's WebAssembly and in plain JavaScript. */
function longLoop(size: number): Line {
  const question = madeUpVector(size)
  const { length } = question
  const all = new Float32Array(size * length)
  for (let row = 0; row < size; row += 1) all.set(madeUpVector(row % 1_000), row * length)
  const table = createVectorTable(length)
  table.add(all, size)
  const out = new Float32Array(size)
  const durations = { ours: [] as number[], plain: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    durations.ours.push(duration(() => table.times(question)))
    durations.plain.push(duration(() => plainTimes(all, question, out)))
  }
  const [ours, plain] = [median(durations.ours), median(durations.plain)]
  return {
    what: `dot products with ${size.toLocaleString('en')} vectors of ${length} numbers, in WebAssembly`,
    measured: milliseconds(ours),
    against: `${milliseconds(plain)} in JavaScript, ${times(plain / ours)}: at least ${times(WORTH)}`,
    isMet: plain / ours >= WORTH,
  }
}

/** Computes dot products in plain JavaScript, with four running sums so that additions do not wait for each other. */
function plainTimes(vectors: Float32Array, question: Float32Array, out: Float32Array): void {
  for (let row = 0; row < out.length; row += 1) {
    let [a, b, c, d] = [0, 0, 0, 0]
    const from = row * question.length
    for (let at = 0; at < question.length; at += 4) {
      a += vectors[from + at]! * question[at]!
      b += vectors[from + at + 1]! * question[at + 1]!
      c += vectors[from + at + 2]! * question[at + 2]!
      d += vectors[from + at + 3]! * question[at + 3]!
    }
    out[row] = a + b + c + d
  }
}

function duration(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

function chunk(number: number): Chunk {
  const embedding = madeUpVector(number)
  const content = passage(number * 8, 560)
  return { id: `${number}`, sourceId: 's', title: 'Guide', url: null, heading: `Chapter ${number}`, content, embedding }
}
