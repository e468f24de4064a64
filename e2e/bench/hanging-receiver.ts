import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { type Benchmark, type Line, median, milliseconds, percentile, times } from './tools/benchmark.ts'
import { createWorld, type DatabaseName, newAgent, type World } from './tools/world.ts'

const AGENTS = 50
const RECEIVERS = 20 // each has an endpoint of every agent: 1,000 in all
const ROUNDS = 4
const PATIENCE_MS = 60_000
const SLOWER = 1.25 // by which two runs of the same may differ anyway

/** What one receiver that never answers costs the other 999. */
export const hangingReceiver: Benchmark = {
  name: 'hanging-receiver',
  async run() {
    return [...(await onDatabase('SQLite')), ...(await onDatabase('PostgreSQL'))]
  },
}

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const arrivals: number[] = []
  const servers = await Promise.all(Array.from({ length: RECEIVERS }, () => startReceiver(arrivals)))
  const [hanging] = servers
  const world = await createWorld(database, { env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  if (!world || !hanging) return []
  try {
    const agents = await Promise.all(Array.from({ length: AGENTS }, () => newAgent(world.product.url, world.owner)))
    for (const [number, agent] of agents.entries())
      for (const { url } of servers)
        await must(
          world.product.url,
          'createWebhookEndpoint',
          { params: { agent }, body: { url: `${url}/${number}` } },
          world.owner,
        )
    await round(world, agents, arrivals, AGENTS * RECEIVERS)
    const all: Round[] = []
    for (let number = 0; number < ROUNDS; number += 1)
      all.push(await round(world, agents, arrivals, AGENTS * RECEIVERS))
    hanging.hangs.add('/0')
    const others: Round[] = []
    for (let number = 0; number < ROUNDS; number += 1)
      others.push(await round(world, agents, arrivals, AGENTS * RECEIVERS - 1))
    const figure = (rounds: Round[], part: keyof Round) => median(rounds.map((each) => each[part]))
    const ratio = figure(others, 'p95') / figure(all, 'p95')
    const shares = (rounds: Round[]) =>
      `${milliseconds(figure(rounds, 'p50'))} / ${milliseconds(figure(rounds, 'p95'))}, all within ${milliseconds(figure(rounds, 'last'))}`
    return [
      {
        what: `${AGENTS} changes told to ${AGENTS * RECEIVERS} endpoints of which one hangs, to the other ${AGENTS * RECEIVERS - 1}: p50 / p95`,
        on: database,
        measured: shares(others),
        against: `${shares(all)} when none hangs; p95 ${times(ratio)}, at most ${times(SLOWER)}`,
        isMet: ratio <= SLOWER,
      },
    ]
  } finally {
    await world.close()
    for (const { server } of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

interface Round {
  p50: number
  p95: number
  /** Until the last one had arrived. */
  last: number
}

/** Every agent greets once, all at the same time: milliseconds from then to each arrival. */
async function round(world: World, agents: string[], arrivals: number[], expected: number): Promise<Round> {
  arrivals.length = 0
  const started = performance.now()
  const { product, owner } = world
  await Promise.all(
    agents.map((agent) => must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)),
  )
  while (arrivals.length < expected) {
    if (performance.now() > started + PATIENCE_MS) throw new Error(`${arrivals.length} of ${expected} deliveries came.`)
    await delay(2)
  }
  const after = arrivals.map((at) => at - started)
  await delay(200) // what was told is written down before the next
  return { p50: percentile(after, 0.5), p95: percentile(after, 0.95), last: Math.max(...after) }
}

async function startReceiver(arrivals: number[]): Promise<{ server: Server; url: string; hangs: Set<string> }> {
  const hangs = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (hangs.has(request.url ?? '')) return
      arrivals.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, hangs }
}
