import { type Line, median, onBothDatabases, times } from './tools/benchmark.ts'
import { type LoadResult, load } from './tools/load.ts'
import { bearer, createWorld, type DatabaseName, type World } from './tools/world.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const PER_PAGE = 25
const CONNECTIONS = 4
const POLLED_BY = [CONNECTIONS, 20] // connections: few, and as many as the other hot endpoints are measured with
const SECONDS = 1
const ROUNDS = 5
const GROWTH = 2 // allowed time for the longer lists, as a multiple of that for a list of a thousand
const POLL_SHARE = 1 / 3

/** Measures how the cost of lists and polls grows with the length of the list. */
export const lists = onBothDatabases('lists', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const lines = await inWorld(database, SIZES, pages)
  // Polls have a world of their own: on SQLite the process is busy for minutes with counting a million conversations and
  // making them searchable, which would count as time of the polls.
  const polled = await inWorld(database, SIZES.slice(0, 1), async (world) => {
    const found: Line[] = []
    for (const connections of POLLED_BY) found.push(await polls(world, connections))
    return found
  })
  return [...lines, ...polled]
}

async function inWorld(
  database: DatabaseName,
  conversations: number[],
  measureIt: (world: World) => Promise<Line[]>,
): Promise<Line[]> {
  const world = await createWorld(database, { conversations, withoutWorker: true })
  if (!world) return []
  try {
    return await measureIt(world)
  } finally {
    await world.close()
  }
}

async function pages(world: World): Promise<Line[]> {
  const wanted = {
    first: () => 1,
    last: (size: number) => size / PER_PAGE,
    middle: (size: number) => size / PER_PAGE / 2,
  }
  const costs = new Map<string, { wall: number[]; processor: number[] }>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, pageOf] of Object.entries(wanted))
      for (const [size, agent] of world.agents) {
        const result = await measure(world, `${listOf(agent)}&page=${Math.ceil(pageOf(size))}`)
        const cost = costs.get(`${place} ${size}`) ?? { wall: [], processor: [] }
        cost.wall.push(1_000_000 / result.perSecond)
        cost.processor.push(result.cpuMicroseconds[0]!)
        costs.set(`${place} ${size}`, cost)
      }
  return Object.keys(wanted).map((place) => {
    const wall = SIZES.map((size) => median(costs.get(`${place} ${size}`)!.wall))
    const processor = SIZES.map((size) => median(costs.get(`${place} ${size}`)!.processor))
    const growth = Math.max(...wall.slice(1)) / wall[0]!
    const ratios = wall.map((cost) => times(cost / wall[0]!)).join(', ')
    return {
      what: `${place} page of 25 and total, at ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')} conversations`,
      on: world.database,
      measured: `${processor.map(Math.round).join(' / ')} µs processor time; ${ratios} of the first's time`,
      // The middle has no target: it is 500,000 index entries away from either end.
      ...(place !== 'middle' && { against: `at most ${times(GROWTH)}`, isMet: growth <= GROWTH }),
    }
  })
}

async function polls(world: World, connections: number): Promise<Line> {
  const [agent] = world.agents.values()
  const path = listOf(agent!)
  const answer = await fetch(world.product.url + path, { headers: bearer(world.owner) })
  const tag = answer.headers.get('etag')!
  const withNews: LoadResult[] = []
  const without: LoadResult[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const news = await measure(world, path, { tag: 'W/"of-yesterday"', connections })
    const none = await measure(world, path, { tag, connections }, '304')
    if (round === 0) continue // the warm-up, in which V8 compiles the hot code
    withNews.push(news)
    without.push(none)
  }
  // The load generator spends the same on both kinds of poll, which would blur a comparison of requests per second.
  const processor = (results: LoadResult[]) => median(results.map((result) => result.cpuMicroseconds[0]!))
  const share = processor(without) / processor(withNews)
  return {
    what: `poll without news, beside one with, ${connections} connections`,
    on: world.database,
    measured: `${Math.round(processor(without))} / ${Math.round(processor(withNews))} µs of the server's processor time: ${times(share)}`,
    against: `at most ${times(POLL_SHARE)}`,
    isMet: share <= POLL_SHARE,
  }
}

interface Polling {
  tag?: string
  connections?: number
}

function measure(
  world: World,
  path: string,
  { tag, connections = CONNECTIONS }: Polling = {},
  expected = '200',
): Promise<LoadResult> {
  const headers = { ...bearer(world.owner), ...(tag && { 'if-none-match': tag }) }
  const pids = [world.product.process.pid!]
  return load(world.product.url, { requests: [{ path, headers }], connections, seconds: SECONDS, pids }, expected)
}

const listOf = (agent: string) => `/v1/agents/${agent}/conversations?per_page=${PER_PAGE}`
