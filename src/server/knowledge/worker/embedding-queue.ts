import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Embedder } from './embedder.ts'

export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Runs the work of a batch as soon as its turn has come. */
type Schedule = (work: () => Promise<Float32Array[]>, batchesAtOnce: number) => Promise<Float32Array[]>

const LONGEST_WAIT_MS = 1_000 // After this a batch of training no longer waits for questions, so that training comes to an end.
const LOOK_EVERY_MS = 200

/**
 * Shares one embedder, which is loaded at first use. A question waits for at most one batch of training. Training goes on
 * between questions, batch by batch. What nobody waits for is embedded while there is neither.
 */
export function createEmbeddingQueue(load: () => Promise<Embedder>) {
  let loading: Promise<Embedder> | null = null
  let questions = 0
  let trainings = 0
  let wake: (() => void)[] = []
  let batches = 0 // batches for training that are under way
  const waitingBatches: (() => void)[] = []

  function embedder(): Promise<Embedder> {
    loading ??= load().catch((error) => {
      loading = null // The next call tries again.
      throw error
    })
    return loading
  }

  /** Waits until `isFree`, or until patience ends. It looks after each question and each training, and now and then. */
  async function until(isFree: () => boolean, patienceMs: number): Promise<void> {
    const since = performance.now()
    while (!isFree() && performance.now() - since < patienceMs)
      await Promise.race([new Promise<void>((resolve) => wake.push(resolve)), pause(LOOK_EVERY_MS)])
  }
  function wakeAll(): void {
    for (const resolve of wake) resolve()
    wake = []
  }

  /** Runs batches of training one after another, because all that have begun go before the next question. */
  const oneByOne: Schedule = async (work, atOnce) => {
    if (batches >= atOnce) await new Promise<void>((resolve) => waitingBatches.push(resolve))
    else batches += 1
    try {
      await yieldToEventLoop() // A question may have come while the last batch blocked the thread.
      await until(() => questions === 0, LONGEST_WAIT_MS)
      return await work()
    } finally {
      const next = waitingBatches.shift()
      if (next) next()
      else batches -= 1
    }
  }
  const atOnce: Schedule = (work) => work()
  const whenIdle: Schedule = async (work) => {
    await yieldToEventLoop()
    await until(() => questions + trainings === 0, Infinity)
    return work()
  }

  async function inBatches(
    texts: string[],
    schedule: Schedule,
    progress?: (done: number) => void,
  ): Promise<Float32Array[]> {
    const { batchSize, embed, batchesAtOnce } = await embedder()
    // Texts of similar length share a batch, because the model pads each to the longest.
    const order = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length)
    const sorted = order.map((index) => texts[index]!)
    const vectors = new Array<Float32Array>(texts.length)
    for (let start = 0; start < sorted.length; ) {
      const batch = sorted.slice(start, start + batchSize(sorted, start))
      const embedded = await schedule(() => embed(batch), batchesAtOnce)
      embedded.forEach((vector, at) => {
        vectors[order[start + at]!] = vector
      })
      start += batch.length
      progress?.(start)
    }
    return vectors
  }

  return {
    /** How much the embedder knows of a text's language, from 0 to 1. */
    trustOf: async (text: string) => (await embedder()).trustOf?.(text) ?? 1,
    async forTraining(texts: string[], progress: (done: number) => void): Promise<Float32Array[]> {
      trainings += 1
      try {
        return await inBatches(texts, oneByOne, progress)
      } finally {
        trainings -= 1
        wakeAll()
      }
    },
    /** Runs work that answers a question. Training waits for it before its next batch. */
    async forQuestion<Result>(work: (embed: Embed) => Promise<Result>): Promise<Result> {
      questions += 1
      try {
        return await work((texts) => inBatches(texts, atOnce))
      } finally {
        questions -= 1
        wakeAll()
      }
    },
    /** Embeds texts that nobody waits for. */
    whenIdle: (texts: string[]) => inBatches(texts, whenIdle),
  }
}
