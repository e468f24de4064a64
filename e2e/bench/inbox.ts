import { type Line, median, onBothDatabases, times } from './tools/benchmark.ts'
import { load } from './tools/load.ts'
import { createWorld, type DatabaseName } from './tools/world.ts'

const SIZES = [1_000, 1_000_000]
const CONNECTIONS = 4
const SECONDS = 1
const ROUNDS = 5
const GROWTH = 2 // allowed time at a million, as a multiple of that at a thousand
const VIEWS = ['open', 'closed'] as const

/** Measures how the cost of the inbox's first lines, with the subjects of mails, grows with the number of conversations. */
export const inbox = onBothDatabases('inbox', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const world = await createWorld(database, { conversations: SIZES, subjects: true, withoutWorker: true })
  if (!world) return []
  const { product, owner, agents } = world
  try {
    const lines: Line[] = []
    for (const view of VIEWS) {
      const cost = new Map<string, number[]>()
      // The first round is the warm-up, in which V8 compiles the hot code.
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const agent of agents.values()) {
          const path = `/api/v1/organizations/${owner.organizationId}/inbox?view=${view}&agent=${agent}`
          const requests = [{ path, headers: { cookie: owner.cookie } }]
          const pids = [product.process.pid!]
          const { perSecond } = await load(
            product.url,
            { requests, connections: CONNECTIONS, seconds: SECONDS, pids },
            '200',
          )
          if (round > 0) cost.set(agent, [...(cost.get(agent) ?? []), 1_000 / perSecond])
        }
      const [few = 0, many = 0] = [...agents.values()].map((agent) => median(cost.get(agent)!))
      lines.push({
        what: `the inbox's first lines in \`${view}\`, with subjects, at ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')} conversations`,
        on: database,
        measured: `${few.toFixed(2)} / ${many.toFixed(2)} ms; ${times(many / few)}`,
        against: `at most ${times(GROWTH)}`,
        isMet: many <= few * GROWTH,
      })
    }
    return lines
  } finally {
    await world.close()
  }
}
