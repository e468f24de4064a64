import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { type Line, median, milliseconds, onBothDatabases, percentile, times } from './tools/benchmark.ts'
import { createWorld, type DatabaseName, newAgent, type World } from './tools/world.ts'

const AGENTS = 50
const RECEIVERS = 20 // each with one endpoint per agent: 1,000 endpoints in all
const PARTLY_HANGING = 4 // receivers; every second endpoint of theirs hangs: 100 in all
// Some blocks with none hanging and as many with a hundred hanging. They are in this order so that a speed that drifts,
// such as that of a database which grows, is no difference between the two.
const HANGING_BLOCKS = [false, true, true, false]
const ROUNDS = 3 // per block
const PATIENCE_MS = 60_000
const SLOWER = 1.2 // allowed ratio of p95 with hanging endpoints to p95 without

/**
 * Measures how much a hundred endpoints that never answer delay the other 900, both on the same hosts and on other
 * hosts.
 */
export const hangingReceiver = onBothDatabases('hanging-receiver', onDatabase)

/** Whether an agent's endpoint at a receiver hangs during the blocks in which some hang. */
const isToHang = (receiver: number, agent: number) => receiver < PARTLY_HANGING && agent % 2 === 0
const HANGING = (PARTLY_HANGING * AGENTS) / 2
const OTHERS = AGENTS * RECEIVERS - HANGING

interface Arrivals {
  /** Whether the endpoints chosen to hang do so at present. */
  hang: boolean
  /** Requests that hang since this block began; a next block in which none hangs begins by answering them. */
  open: Set<ServerResponse>
  /** When deliveries arrived at endpoints that never hang: on hosts where others may hang, and on the other hosts. */
  sameHost: number[]
  otherHost: number[]
}

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const arrivals: Arrivals = { hang: false, open: new Set(), sameHost: [], otherHost: [] }
  const servers = await Promise.all(Array.from({ length: RECEIVERS }, (_, number) => startReceiver(number, arrivals)))
  const world = await createWorld(database, { env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  if (!world) return []
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
    await round(world, agents, arrivals)
    const none: Round[] = []
    const hanging: Round[] = []
    for (const hang of HANGING_BLOCKS) {
      arrivals.hang = hang
      if (!hang) for (const response of arrivals.open) response.writeHead(204).end()
      arrivals.open.clear()
      for (let number = 0; number < ROUNDS; number += 1)
        (hang ? hanging : none).push(await round(world, agents, arrivals))
    }
    return (['sameHost', 'otherHost'] as const).map((where) => {
      const figure = (rounds: Round[], part: keyof Shares) => median(rounds.map((each) => each[where][part]))
      const shares = (rounds: Round[]) =>
        `${milliseconds(figure(rounds, 'p50'))} / ${milliseconds(figure(rounds, 'p95'))}, all within ${milliseconds(figure(rounds, 'last'))}`
      const ratio = figure(hanging, 'p95') / figure(none, 'p95')
      const place = where === 'sameHost' ? 'the same hosts' : 'other hosts'
      return {
        what: `${AGENTS} changes told to ${AGENTS * RECEIVERS} endpoints of which ${HANGING} hang, to those that answer on ${place}: p50 / p95`,
        on: database,
        measured: shares(hanging),
        against: `${shares(none)} when none hangs; p95 ${times(ratio)}, at most ${times(SLOWER)}`,
        isMet: ratio <= SLOWER,
      }
    })
  } finally {
    await world.close()
    for (const { server } of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

interface Shares {
  p50: number
  p95: number
  /** Milliseconds until the last delivery arrived. */
  last: number
}

type Round = Record<'sameHost' | 'otherHost', Shares>

/** Starts a conversation with every agent at once and measures the milliseconds until each delivery of its greeting. */
async function round(world: World, agents: string[], arrivals: Arrivals): Promise<Round> {
  const { sameHost, otherHost } = arrivals
  sameHost.length = 0
  otherHost.length = 0
  const started = performance.now()
  const { product, owner } = world
  await Promise.all(
    agents.map((agent) => must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)),
  )
  while (sameHost.length + otherHost.length < OTHERS) {
    if (performance.now() > started + PATIENCE_MS)
      throw new Error(`${sameHost.length + otherHost.length} of ${OTHERS} deliveries came.`)
    await delay(2)
  }
  const after = (times: readonly number[]): Shares => {
    const waits = times.map((at) => at - started)
    return { p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), last: Math.max(...waits) }
  }
  await delay(200) // lets the product record the deliveries before the next round
  return { sameHost: after(sameHost), otherHost: after(otherHost) }
}

/** Starts one host with an endpoint per agent; an endpoint's path is its agent's number. */
async function startReceiver(number: number, arrivals: Arrivals): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isToHang(number, Number(request.url?.slice(1)))) {
        if (arrivals.hang) return arrivals.open.add(response)
      } else arrivals[number < PARTLY_HANGING ? 'sameHost' : 'otherHost'].push(performance.now())
      response.writeHead(204).end()
    })
  })
  return { server, url: `http://${await listenOnLoopback(server)}` }
}
