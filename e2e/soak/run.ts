import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openForSeeding } from '../bench/seed.ts'
import { seedKnowledge } from '../bench/seed-knowledge.ts'
import { median } from '../bench/tools/benchmark.ts'
import { startSite } from '../bench/tools/site.ts'
import { NO_QUOTAS, NO_RATE_LIMITS, newAgent } from '../bench/tools/world.ts'
import { must, setUp } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { actors, SITE_PAGES, type Stage, type Tally, tallies } from './actors.ts'
import { judge, treeMegabytes } from './memory.ts'
import { liveThroughDays } from './week.ts'

/**
 * This program, `npm run soak`, lets the built product on SQLite answer visitors, train, crawl, serve dashboards and
 * send webhooks at once, for an hour or as many minutes as `-- --minutes N` says, with an agent of 20,000 chunks in
 * memory. Fails when memory exceeds the limit or grows (`memory.ts`). With `-- --days 7` it is as long as a week by the
 * product's clock (`week.ts`), with `--postgres` on PostgreSQL.
 */
const LIMIT_MEGABYTES = 450
const SOURCES = 200
const CHUNKS_EACH = 100
const SAMPLE_MS = 2_000

async function main(minutes: number): Promise<void> {
  const done = Object.fromEntries(tallies.map((name) => [name, 0])) as Tally
  const site = await startSite(SITE_PAGES)
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      done.webhooks += 1
      response.writeHead(204).end()
    })
  })
  const hook = `http://${await listenOnLoopback(receiver)}/hook`
  const env = { RATE_LIMITS: NO_RATE_LIMITS, PLAN_QUOTAS: NO_QUOTAS, OUTBOUND_ALLOW: '127.0.0.1/32' }

  const first = await startProduct({ env })
  const owner = await setUp(first.url)
  const agents = [await newAgent(first.url, owner), await newAgent(first.url, owner)]
  for (const agent of agents)
    await must(first.url, 'createWebhookEndpoint', { params: { agent }, body: { url: hook } }, owner)
  await first.stop()
  const db = await openForSeeding({ dataDir: first.dataDir })
  await seedKnowledge(db, agents[0]!, SOURCES, CHUNKS_EACH)
  await db.destroy()

  const product = await startProduct({ env, dataDir: first.dataDir })
  const end = performance.now() + minutes * 60_000
  let stopped = false
  const stage: Stage = { url: product.url, owner, agents, site, done, isOver: () => stopped || performance.now() > end }
  const play = async (actor: (typeof actors)[number]) => {
    for (let turn = 0; !stage.isOver(); turn += 1) await actor(stage, turn)
  }
  try {
    const playing = Promise.all(actors.map(play)).finally(() => {
      stopped = true
    })
    const samples = sampling(stage, product.process.pid!)
    await playing
    report(await samples)
  } finally {
    if (product.output()) console.log(`\nWhat it logged:\n${product.output().slice(0, 5_000)}`)
    await product.stop()
    removeData(product)
    await site.stop()
    receiver.close()
    receiver.closeAllConnections()
  }
}

/** Takes a memory sample every two seconds and prints a line every minute. */
async function sampling(stage: Stage, pid: number): Promise<number[]> {
  const all: number[] = []
  const minute: number[] = []
  const perMinute = 60_000 / SAMPLE_MS
  console.log(`| minute | median MB | highest MB | ${tallies.join(' | ')} |`)
  console.log(`| ${Array.from({ length: tallies.length + 3 }, () => '---').join(' | ')} |`)
  while (!stage.isOver()) {
    await delay(SAMPLE_MS)
    minute.push(treeMegabytes(pid))
    if (minute.length < perMinute) continue
    all.push(...minute)
    const figures = [all.length / perMinute, median(minute).toFixed(0), Math.max(...minute.splice(0)).toFixed(0)]
    console.log(`| ${[...figures, ...tallies.map((name) => stage.done[name])].join(' | ')} |`)
  }
  return [...all, ...minute]
}

function report(samples: readonly number[]): void {
  const { peak, medians, problems } = judge(samples, LIMIT_MEGABYTES)
  const quarters = medians.map((megabytes) => megabytes.toFixed(0)).join(', ')
  console.log(`\nHighest ${peak.toFixed(0)} MB (at most ${LIMIT_MEGABYTES}). Medians of quarters: ${quarters} MB.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, days: { type: 'string' }, postgres: { type: 'boolean' } },
})
const minutes = Number(values.minutes)
if (!values.days) await main(minutes)
else if (process.env.SOAK_NAMESPACE || !canMount())
  await liveThroughDays({ days: Number(values.days), minutes, isPostgres: values.postgres ?? false })
else {
  // In a namespace of its own, in which small disks are mounted that nobody else sees.
  const again = ['--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, SOAK_NAMESPACE: 'yes' }
  process.exitCode = spawnSync('unshare', again, { stdio: 'inherit', env }).status ?? 1
}

function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'true']).status === 0
}
