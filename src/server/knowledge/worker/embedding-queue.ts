import type { Embedder } from './embedder.ts'

export type Embed = (texts: string[]) => Promise<Float32Array[]>

const LONGEST_WAIT_MS = 200 // after which a batch of training goes ahead of questions, so that it ends some day

/** Shares one embedder: questions go at once, training batch by batch in between. Loads it at first use. */
export function createEmbeddingQueue(load: () => Promise<Embedder>) {
  let loading: Promise<Embedder> | null = null
  let questions = 0
  let wake: (() => void)[] = []

  function embedder(): Promise<Embedder> {
    loading ??= load().catch((error) => {
      loading = null // the next call tries again
      throw error
    })
    return loading
  }

  async function noQuestion(): Promise<void> {
    const since = performance.now()
    while (questions > 0 && performance.now() - since < LONGEST_WAIT_MS)
      await Promise.race([new Promise<void>((resolve) => wake.push(resolve)), pause(LONGEST_WAIT_MS)])
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
    forTraining: (texts: string[], progress: (done: number) => void) => inBatches(texts, noQuestion, progress),
    /** Runs work that answers a question; training waits for it between batches. */
    async forQuestion<Result>(work: (embed: Embed) => Promise<Result>): Promise<Result> {
      questions += 1
      try {
        return await work((texts) => inBatches(texts, async () => {}))
      } finally {
        questions -= 1
        if (questions === 0) {
          for (const resolve of wake) resolve()
          wake = []
        }
      }
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
