import { must } from '../tools/client.ts'
import { count, type Line, median, onBothDatabases, times } from './tools/benchmark.ts'
import { type LoadRequest, type LoadResult, load } from './tools/load.ts'
import { bearer, createWorld, type DatabaseName, newAgent, startBare, type World } from './tools/world.ts'

const CONNECTIONS = 20
const SECONDS = 1.5
const ROUNDS = 3
const WARM_UP_SECONDS = 4 // long enough for V8 to compile the hot code
const FRESH = 120_000 // conversations; about one in four (open, with the AI, from the API) can be sent a message
const ORGANIZATIONS = { count: 20, conversations: 2_000 }
// requests per second on PostgreSQL, where each runs a transaction of nine statements in sequence
const SENDS_A_SECOND = 200
const CPU_TARGET = 2.5 // times bare Fastify's processor time per request on SQLite

interface Measured {
  what: string
  /** Requests of a round, sent one after the other; round 0 is the warm-up. */
  requests(round: number): LoadRequest[]
  status: string
  /** The request to the bare Fastify server that this endpoint is compared with. */
  bare: LoadRequest
  /** Required share of the bare server's requests per second. */
  target?: number
  /** Required requests per second. */
  rateTarget?: number
  cpuTarget?: number
}

/**
 * Measures requests per second of the busiest endpoints, alternating with a bare Fastify route that lists 25
 * conversations (for reads) or reads one row and inserts another (for messages).
 */
export const endpoints = onBothDatabases('endpoints', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  // On PostgreSQL the process runs no jobs, so that only answering requests is measured.
  const world = await createWorld(database, {
    conversations: [1_000, FRESH],
    organizations: ORGANIZATIONS,
    withoutWorker: true,
  })
  if (!world) return []
  const bare = await startBare(world)
  const lines: Line[] = []
  try {
    for (const measured of await hotEndpoints(world)) {
      const loadOurs = (round: number, seconds: number) => {
        const { url, process } = world.product
        const requests = measured.requests(round)
        return load(url, { requests, connections: CONNECTIONS, seconds, pids: [process.pid!] }, measured.status)
      }
      const loadBare = (seconds: number) =>
        load(bare.url, { requests: [measured.bare], connections: CONNECTIONS, seconds, pids: [bare.pid] }, '200')
      const ours: LoadResult[] = []
      const theirs: LoadResult[] = []
      await loadOurs(0, WARM_UP_SECONDS)
      await loadBare(WARM_UP_SECONDS)
      for (let round = 1; round <= ROUNDS; round += 1) {
        ours.push(await loadOurs(round, SECONDS))
        theirs.push(await loadBare(SECONDS))
      }
      lines.push(lineOf(database, measured, ours, theirs))
    }
  } finally {
    await bare.stop()
    await world.close()
  }
  return lines
}

function lineOf(database: string, measured: Measured, ours: LoadResult[], theirs: LoadResult[]): Line {
  const perSecond = median(ours.map((result) => result.perSecond))
  const bare = median(theirs.map((result) => result.perSecond))
  const cpu = median(ours.map((result) => result.cpuMicroseconds[0]!))
  const bareCpu = median(theirs.map((result) => result.cpuMicroseconds[0]!))
  const p95 = median(ours.map((result) => result.p95))
  const { target, rateTarget, cpuTarget } = measured
  return {
    what: measured.what,
    on: database,
    measured: `${count(perSecond)}/s, ${count(cpu)} µs processor time each, p95 ${p95.toFixed(1)} ms`,
    against: [
      `${times(perSecond / bare)} of bare Fastify's ${count(bare)}/s, ${count(bareCpu)} µs`,
      target && `at least ${times(target)}`,
      rateTarget && `at least ${count(rateTarget)}/s`,
      cpuTarget && `at most ${times(cpuTarget)} its processor time`,
    ]
      .filter(Boolean)
      .join('; '),
    ...((target || rateTarget || cpuTarget) && {
      isMet:
        perSecond / bare >= (target ?? 0) &&
        perSecond >= (rateTarget ?? 0) &&
        cpu / bareCpu <= (cpuTarget ?? Number.POSITIVE_INFINITY),
    }),
  }
}

async function hotEndpoints({
  database,
  product,
  owner,
  agents,
  conversation,
  organizations,
}: World): Promise<Measured[]> {
  const [agent, crowded] = agents.values()
  const headers = bearer(owner)
  const path = `/v1/agents/${agent}`
  const list = `${path}/conversations?per_page=25`
  const thread = `${path}/conversations/${conversation}`
  const page: LoadRequest = { path: '/page' }
  const message: LoadRequest = { method: 'POST', path: '/messages', body: { content: 'When will it arrive?' } }
  const onSqlite = database === 'SQLite' && { cpuTarget: CPU_TARGET }
  const sends = database === 'SQLite' ? { target: 0.5 } : { rateTarget: SENDS_A_SECOND }
  const human = await newAgent(product.url, owner, { only_human: true })
  const open = async (params: { agent: string }) =>
    (await must(product.url, 'createConversation', { params, body: {} }, owner)).data.id
  const many = Array.from({ length: CONNECTIONS })
  const humanConversations = await Promise.all(many.map(() => open({ agent: human })))
  const aiConversations = await Promise.all(many.map(() => open({ agent: agent! })))
  const fresh = await waitingForAnAnswer(product.url, owner.key, crowded!)
  const roundOf = <T>(all: T[], round: number): T[] => {
    const share = Math.floor(all.length / (1 + ROUNDS))
    return all.slice(round * share, (round + 1) * share)
  }
  const send = (id: string, to = agent, by = headers): LoadRequest => ({
    method: 'POST',
    path: `/v1/agents/${to}/conversations/${id}/messages`,
    headers: by,
    body: { content: 'When will it arrive?' },
  })
  const everywhere = await Promise.all(
    organizations.map(async ({ agent, key }) =>
      (await waitingForAnAnswer(product.url, key, agent)).map((id) => send(id, agent, bearer({ key }))),
    ),
  )
  const freshTag = (await fetch(`${product.url}${list}`, { headers })).headers.get('etag')!
  return [
    {
      what: 'list of 25 conversations with its total',
      requests: () => [{ path: list, headers }],
      status: '200',
      bare: page,
      target: 0.5,
      ...onSqlite,
    },
    {
      what: 'the same, nothing new (304)',
      requests: () => [{ path: list, headers: { ...headers, 'if-none-match': freshTag } }],
      status: '304',
      bare: page,
      ...onSqlite,
    },
    { what: 'one agent', requests: () => [{ path, headers }], status: '200', bare: page, ...onSqlite },
    { what: 'one conversation', requests: () => [{ path: thread, headers }], status: '200', bare: page, ...onSqlite },
    {
      what: 'list of 25 messages',
      requests: () => [{ path: `${thread}/messages?per_page=25`, headers }],
      status: '200',
      bare: page,
      ...onSqlite,
    },
    {
      what: 'visitor sends, a person answers',
      requests: () => humanConversations.map((id) => send(id, human)),
      status: '201',
      bare: message,
      ...sends,
    },
    {
      what: 'visitor sends, the AI is asked to reply',
      requests: (round) => roundOf(fresh, round).map((id) => send(id, crowded)),
      status: '201',
      bare: message,
      ...sends,
    },
    {
      what: `visitor sends in ${organizations.length} organizations, the AI is asked to reply`,
      requests: (round) => roundOf(inTurn(everywhere), round),
      status: '201',
      bare: message,
      ...sends,
    },
    {
      what: 'visitor sends again before the AI has replied',
      requests: () => aiConversations.map((id) => send(id)),
      status: '201',
      bare: message,
      ...sends,
    },
  ]
}

/** Ids of an agent's open conversations, begun through the public API, in which the AI answers. */
async function waitingForAnAnswer(url: string, key: string, agent: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const query = { status: 'open', response_mode: 'ai', per_page: 100, page } as const
    const { data } = await must(url, 'listConversations', { params: { agent }, query }, { key })
    if (data.length === 0) return ids
    ids.push(...data.filter(({ origin }) => origin === 'public_api').map(({ id }) => id))
  }
}

/** Interleaves lists: the first item of each, then the second of each, and so on. */
function inTurn<T>(lists: T[][]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat()
}
