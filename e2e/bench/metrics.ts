import { must, setUp } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { type Benchmark, count, type Line, median } from './tools/benchmark.ts'
import { type LoadResult, load } from './tools/load.ts'
import { bearer, NO_QUOTAS, NO_RATE_LIMITS, newAgent } from './tools/world.ts'

const CONNECTIONS = 20
const SECONDS = 2
const ROUNDS = 15 // of each, in turn, as a difference of 2 % drowns in that between two rounds
const WARM_UP_SECONDS = 5 // long enough for V8 to compile the hot code
const SLOWER = 1.02
const TOKEN = 'a token of enough characters'

/**
 * Measures what counting for `/metrics` takes of a visitor's message, on SQLite, where the rest of it takes the least.
 * Two servers take messages in turn, one of which counts and is asked for its metrics before each round.
 */
export const metrics: Benchmark = {
  name: 'metrics',
  async run() {
    const without = await startSide()
    const counting = await startSide({ METRICS_TOKEN: TOKEN })
    try {
      for (const side of [without, counting]) await side.sends(WARM_UP_SECONDS)
      const rounds: [LoadResult, LoadResult][] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        // Whoever comes second finds the machine as the first left it, so that they take turns in that, too.
        const order = round % 2 === 0 ? [without, counting] : [counting, without]
        const results = new Map<Side, LoadResult>()
        for (const side of order) results.set(side, await side.sends(SECONDS))
        rounds.push([results.get(without)!, results.get(counting)!])
      }
      return [line(rounds)]
    } finally {
      await Promise.all([without.stop(), counting.stop()])
    }
  },
}

interface Side {
  sends(seconds: number): Promise<LoadResult>
  stop(): Promise<void>
}

async function startSide(env: Record<string, string> = {}): Promise<Side> {
  const product = await startProduct({
    env: { RATE_LIMITS: NO_RATE_LIMITS, PLAN_QUOTAS: NO_QUOTAS, ...env },
    args: ['--no-dashboard'],
  })
  const owner = await setUp(product.url)
  const agent = await newAgent(product.url, owner, { only_human: true })
  const requests = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const { data } = await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
      const path = `/v1/agents/${agent}/conversations/${data.id}/messages`
      return { method: 'POST', path, headers: bearer(owner), body: { content: 'When will it arrive?' } }
    }),
  )
  return {
    async sends(seconds) {
      if (env.METRICS_TOKEN) {
        const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
        if (!answer.ok) throw new Error(`/metrics answered ${answer.status}.`)
        await answer.text()
      }
      return load(product.url, { requests, connections: CONNECTIONS, seconds, pids: [product.process.pid!] }, '201')
    },
    async stop() {
      await product.stop()
      removeData(product)
    },
  }
}

function line(rounds: readonly [LoadResult, LoadResult][]): Line {
  const [without, counting] = [0, 1].map((side) => rounds.map((round) => round[side as 0 | 1]))
  const rate = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond))
  const cpu = (results: LoadResult[]) => median(results.map(({ cpuMicroseconds }) => cpuMicroseconds[0]!))
  const ratio = median(rounds.map(([one, other]) => other.cpuMicroseconds[0]! / one.cpuMicroseconds[0]!))
  return {
    what: 'visitor sends, a person answers, with metrics',
    on: 'SQLite',
    measured: `${count(rate(counting!))}/s, ${count(cpu(counting!))} µs processor time each: ${ratio.toFixed(3)}× in the median of ${ROUNDS} rounds`,
    against: `without metrics ${count(rate(without!))}/s, ${count(cpu(without!))} µs; at most ${SLOWER}×`,
    isMet: ratio <= SLOWER,
  }
}
