import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createEmbeddingQueue } from './embedding-queue.ts'

const BATCH_MS = 5

/** An embedder that takes the thread for each batch, as the built-in model does. */
function queueOf(order: string[]) {
  return createEmbeddingQueue(async () => ({
    batchesAtOnce: 1,
    ofJobsAtOnce: 1,
    batchSize: () => 1,
    async embed(texts) {
      await yieldToEventLoop()
      for (const until = performance.now() + BATCH_MS; performance.now() < until; );
      order.push(...texts)
      return texts.map(() => new Float32Array(1))
    },
  }))
}

it('embeds for questions first, then for training and jobs in turn, then what nobody waits for', async () => {
  const order: string[] = []
  const queue = queueOf(order)
  await Promise.all([
    queue.whenIdle(['c1', 'c2']),
    queue.forTraining(['b1', 'b2']),
    queue.forJob((embed) => embed(['j1', 'j2'])),
    queue.forQuestion((embed) => embed(['a1', 'a2'])),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'j1', 'b2', 'j2', 'c1', 'c2'])
})

it('lets a question wait for the batch at hand at most, however many trainings there are', async () => {
  const order: string[] = []
  const queue = queueOf(order)
  const training = (name: string) => queue.forTraining([`${name}1`, `${name}2`, `${name}3`])
  const trainings = Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(training))
  await expect.poll(() => order.length).toBeGreaterThan(0)
  const before = order.length
  await queue.forQuestion(async (embed) => {
    await embed(['question'])
    await embed(['its sentences'])
  })
  const asked = order.slice(before)
  expect(asked.indexOf('question')).toBeLessThanOrEqual(1)
  expect(asked.indexOf('its sentences')).toBe(asked.indexOf('question') + 1)
  await trainings
  expect(order).toHaveLength(8 * 3 + 2)
})

it('trains on several texts in turn', async () => {
  const order: string[] = []
  const queue = queueOf(order)
  await Promise.all([queue.forTraining(['a1', 'a2', 'a3']), queue.forTraining(['b1', 'b2', 'b3'])])
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})
