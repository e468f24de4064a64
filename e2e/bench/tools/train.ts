import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../../tools/client.ts'
import type { World } from './world.ts'

const PATIENCE_MS = 300_000

export async function trainText({ product, owner }: World, agent: string, content: string): Promise<void> {
  await must(product.url, 'createSource', { params: { agent }, body: { type: 'text', content } }, owner)
}

/**
 * Waits until that many of an agent's sources are trained.
 * @throws Error when the training of one has failed, or takes more than five minutes.
 */
export async function trained({ product, owner }: World, agent: string, sources: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  const total = async (status: 'completed' | 'failed') =>
    (await must(product.url, 'listSources', { params: { agent }, query: { status, per_page: 1 } }, owner)).body.meta
      .total
  while ((await total('completed')) < sources) {
    if ((await total('failed')) > 0) throw new Error('A source could not be trained on.')
    if (performance.now() > deadline) throw new Error('Training did not end in time.')
    await delay(50)
  }
}
