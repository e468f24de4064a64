import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inParallel } from '../../concurrency/in-parallel.ts'
import { onceDone } from '../../concurrency/once-done.ts'
import { type Embedder, FULL_GRASP } from './embedder.ts'

export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Runs the work of a batch as soon as its turn has come. */
type Schedule = (work: () => Promise<Float32Array[]>) => Promise<Float32Array[]>

const LONGEST_WAIT_MS = 1_000 // After this a batch of training or of a job no longer waits for questions.
const LOOK_EVERY_MS = 200

/**
 * Shares one embedder, which is loaded at first use. A question waits at most for the batches that are under way.
 * Training and jobs' questions go on between questions, batch by batch. Texts that nobody waits for are embedded while
 * there is nothing else to do.
 */
export function createEmbeddingQueue(load: () => Promise<Embedder>) {
  const embedder = onceDone(load) // The next call after a failure tries again.
  let questions = 0
  let others = 0 // trainings and jobs' questions that are under way
  let wake: (() => void)[] = []

  /** Waits until `isFree`, but not longer than `patienceMs`. Checks whenever other work has ended, and every 200 ms. */
  async function until(isFree: () => boolean, patienceMs: number): Promise<void> {
    const since = performance.now()
    while (!isFree() && performance.now() - since < patienceMs)
      await Promise.race([new Promise<void>((resolve) => wake.push(resolve)), pause(LOOK_EVERY_MS)])
  }
  function wakeAll(): void {
    for (const resolve of wake) resolve()
    wake = []
  }

  /**
   * Makes schedules that share one limit: at most `atOnce` of their batches are under way, because a question that
   * comes meanwhile must wait for all of these. Each batch begins when no question is under way, or after
   * LONGEST_WAIT_MS.
   */
  function betweenQuestions() {
    let batches = 0 // batches under way
    const waiting: (() => void)[] = []
    return (atOnce: number): Schedule =>
      async (work) => {
        if (batches >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
        else batches += 1
        try {
          await yieldToEventLoop() // A question may have come while the last batch blocked the thread.
          await until(() => questions === 0, LONGEST_WAIT_MS)
          return await work()
        } finally {
          const next = waiting.shift()
          if (next) next()
          else batches -= 1
        }
      }
  }
  const ofTraining = betweenQuestions()
  const ofJobs = betweenQuestions()
  const atOnce: Schedule = (work) => work()
  const whenIdle: Schedule = async (work) => {
    await yieldToEventLoop()
    await until(() => questions + others === 0, Infinity)
    return work()
  }

  async function inBatches(
    texts: string[],
    scheduleOf: (embedder: Embedder) => Schedule,
    isOfJob = false,
  ): Promise<Float32Array[]> {
    const given = await embedder()
    const schedule = scheduleOf(given)
    const vectors = new Array<Float32Array>(texts.length)
    await inParallel(batchesOf(texts, given), isOfJob ? given.ofJobsAtOnce : 1, async (batch) => {
      const embedded = await schedule(() =>
        given.embed(
          batch.map((at) => texts[at]!),
          isOfJob,
        ),
      )
      for (const [place, at] of batch.entries()) vectors[at] = embedded[place]!
    })
    return vectors
  }

  async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
    others += 1
    try {
      return await work()
    } finally {
      others -= 1
      wakeAll()
    }
  }

  return {
    graspOf: async (text: string) => (await embedder()).graspOf?.(text) ?? FULL_GRASP,
    forTraining: (texts: string[]) => counted(() => inBatches(texts, ({ batchesAtOnce }) => ofTraining(batchesAtOnce))),
    /** Runs work that answers a question. Training and jobs wait for it before their next batch, up to a second. */
    async forQuestion<Result>(work: (embed: Embed) => Promise<Result>): Promise<Result> {
      questions += 1
      try {
        return await work((texts) => inBatches(texts, () => atOnce))
      } finally {
        questions -= 1
        wakeAll()
      }
    },
    /** Runs work that answers a job's question. Before each batch, questions that a person waits for go first. */
    forJob<Result>(work: (embed: Embed) => Promise<Result>): Promise<Result> {
      const schedule = ({ ofJobsAtOnce }: Embedder) => ofJobs(ofJobsAtOnce)
      return counted(() => work((texts) => inBatches(texts, schedule, true)))
    },
    whenIdle: (texts: string[]) => inBatches(texts, () => whenIdle),
  }
}

/** Cuts texts into batches of places in `texts`, by similar lengths, because a model pads each to the longest. */
function batchesOf(texts: readonly string[], { batchSize }: Embedder): number[][] {
  const order = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length)
  const sorted = order.map((index) => texts[index]!)
  const batches: number[][] = []
  for (let start = 0; start < sorted.length; start += batches.at(-1)!.length)
    batches.push(order.slice(start, start + batchSize(sorted, start)))
  return batches
}
