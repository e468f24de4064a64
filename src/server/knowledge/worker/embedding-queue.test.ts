import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createEmbeddingQueue } from './embedding-queue.ts'

it('embeds for questions first, then for training, then what nobody waits for', async () => {
  const order: string[] = []
  const queue = createEmbeddingQueue(async () => ({
    batchSize: () => 1,
    async embed(texts) {
      order.push(...texts)
      await delay(5)
      return texts.map(() => new Float32Array(1))
    },
  }))
  await Promise.all([
    queue.whenIdle(['c1', 'c2']),
    queue.forTraining(['b1', 'b2'], () => {}),
    queue.forQuestion((embed) => embed(['a1', 'a2'])),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
})
