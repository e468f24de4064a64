import type { Embedder } from './embedder.ts'

export type Embed = (texts: string[]) => Promise<Float32Array[]>

const LONGEST_WAIT_MS = 200 // after which a batch of training goes ahead of questions, so that it ends some day

/**
 * Shares one embedder: questions go at once, training batch by batch in between, and the rest while there is neither.
 * Loads it at first use.
 */
export function createEmbeddingQueue(load: () => Promise<Embedder>) {
  let loading: Promise<Embedder> | null = null
  let questions = 0
  let trainings = 0
  let wake: (() => void)[] = []

  function embedder(): Promise<Embedder> {
    loading ??= load().catch((error) => {
      loading = null // the next call tries again
      throw error
    })
    return loading
  }

  /** Waits until there is nothing to wait for, looking after each question and each training. */
  async function until(isFree: () => boolean, patienceMs: number): Promise<void> {
    const since = performance.now()
    while (!isFree() && performance.now() - since < patienceMs)
      await Promise.race([new Promise<void>((resolve) => wake.push(resolve)), pause(LONGEST_WAIT_MS)])
  }
  const noQuestion = () => until(() => questions === 0, LONGEST_WAIT_MS)
  const nothingElse = () => until(() => questions + trainings === 0, Infinity)

  function wakeAll(): void {
    for (const resolve of wake) resolve()
    wake = []
  }

  async function inBatches(
    texts: string[],
    before: () => Promise<void>,
    progress?: (done: number) => void,
  ): Promise<Float32Array[]> {
    const { batchSize, embed } = await embedder()
    // Texts of like length share a batch: the model computes every row as long as the longest.
    const order = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length)
    const sorted = order.map((index) => texts[index]!)
    const vectors = new Array<Float32Array>(texts.length)
    for (let start = 0; start < sorted.length; ) {
      await before()
      const batch = sorted.slice(start, start + batchSize(sorted, start))
      const embedded = await embed(batch)
      embedded.forEach((vector, at) => {
        vectors[order[start + at]!] = vector
      })
      start += batch.length
      progress?.(start)
    }
    return vectors
  }

  return {
    async forTraining(texts: string[], progress: (done: number) => void): Promise<Float32Array[]> {
      trainings += 1
      try {
        return await inBatches(texts, noQuestion, progress)
      } finally {
        trainings -= 1
        wakeAll()
      }
    },
    /** Runs work that answers a question; training waits for it between batches. */
    async forQuestion<Result>(work: (embed: Embed) => Promise<Result>): Promise<Result> {
      questions += 1
      try {
        return await work((texts) => inBatches(texts, async () => {}))
      } finally {
        questions -= 1
        wakeAll()
      }
    },
    /** For what nobody waits for. */
    whenIdle: (texts: string[]) => inBatches(texts, nothingElse),
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
