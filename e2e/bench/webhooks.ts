import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { count, type Line, onBothDatabases, p50AndP95 } from './tools/benchmark.ts'
import { createWorld, type DatabaseName, newAgent, type World } from './tools/world.ts'

const DELIVERIES = 400
const AT_ONCE = 20
const SINGLE = 30
const PATIENCE_MS = 60_000

/** Measures deliveries per second, and milliseconds from a change to the delivery that announces it. */
export const webhooks = onBothDatabases('webhooks', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const latencies: number[] = []
  const receiver = createServer((request, response) => {
    const at = Date.now()
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      latencies.push(at - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
      response.writeHead(204).end()
    })
  })
  const url = `http://${await listenOnLoopback(receiver)}`
  const world = await createWorld(database, { env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  if (!world) return []
  try {
    const agent = await newAgent(world.product.url, world.owner)
    const hook = { params: { agent }, body: { url } }
    await must(world.product.url, 'createWebhookEndpoint', hook, world.owner)
    for (let number = 0; number < SINGLE; number += 1) {
      await greet(world, agent)
      await received(latencies, number + 1)
    }
    const single = latencies.splice(0)
    const started = performance.now()
    const greeting = Array.from({ length: AT_ONCE }, async () => {
      for (let number = 0; number < DELIVERIES / AT_ONCE; number += 1) await greet(world, agent)
    })
    await Promise.all(greeting)
    const written = (performance.now() - started) / 1000
    await received(latencies, DELIVERIES)
    const seconds = (performance.now() - started) / 1000
    return [
      {
        what: 'webhook: from commit to the receiver, one at a time: p50 / p95',
        on: database,
        measured: p50AndP95(single),
      },
      {
        what: `webhook deliveries to one receiver, ${DELIVERIES} conversations opened as fast as ${AT_ONCE} at once can`,
        on: database,
        measured: `${count(DELIVERIES / seconds)}/s, latency ${p50AndP95(latencies)}`,
        against: `opening them alone: ${count(DELIVERIES / written)}/s`,
      },
    ]
  } finally {
    await world.close()
    receiver.close()
    receiver.closeAllConnections()
  }
}

/** Starts a conversation, whose greeting causes one webhook delivery. */
async function greet({ product, owner }: World, agent: string): Promise<void> {
  await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
}

async function received(latencies: readonly number[], deliveries: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (latencies.length < deliveries) {
    if (performance.now() > deadline) throw new Error(`${latencies.length} of ${deliveries} deliveries came.`)
    await delay(2)
  }
}
