import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { openForSeeding } from '../bench/seed.ts'
import { count, milliseconds } from '../bench/tools/benchmark.ts'
import { processCpuMs } from '../bench/tools/cpu.ts'
import { followEvents } from '../bench/tools/events.ts'
import { type LoadRequest, type LoadResult, load } from '../bench/tools/load.ts'
import { startSite } from '../bench/tools/site.ts'
import { passage } from '../bench/tools/words.ts'
import { bearer, createWorld, type World } from '../bench/tools/world.ts'
import { must } from '../tools/client.ts'
import { type Product, startProduct } from '../tools/product.ts'
import { newMailbox, postMail } from './mails.ts'

/**
 * This program, `npm run scale`, loads 1, 2 and 4 processes on one PostgreSQL with 50 organizations: visitors' messages,
 * lists, event streams, crawls, trainings and mails at once. It prints a table for docs/scaling.md. `SECONDS_EACH` says
 * how long each number of processes is loaded, `PROCESSES` which numbers (`1,2,4`).
 */
const SECONDS = Number(process.env.SECONDS_EACH || 200)
const COUNTS = (process.env.PROCESSES || '1,2,4').split(',').map(Number)
const ORGANIZATIONS = 50
const CONVERSATIONS_EACH = 1_000
const THREADS_EACH = 40 // conversations of an organization into which visitors write, so that few outrun a reply
const SENDERS = 48
const READERS = 16
const STREAMS = 20
const MAILS_A_SECOND = 1.5 // a mailbox takes 120 a minute
const SITE_PAGES = 100

interface Row {
  processes: number
  sends: LoadResult[]
  reads: LoadResult[]
  /** Replies that were stored. Messages into a conversation whose reply is not written yet share one. */
  replies: number
  work: { crawls: number; trainings: number; mails: number; told: number }
  /** Shares of one processor that were in use. */
  cpu: { product: number; postgres: number; machine: number }
}

async function measure(processes: number): Promise<Row> {
  const world = await createWorld('PostgreSQL', {
    ...{ conversations: [1], thread: 1, chunks: 2_000, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } },
    organizations: { count: ORGANIZATIONS, conversations: CONVERSATIONS_EACH },
  })
  if (!world) throw new Error('PostgreSQL is missing.')
  const products = [world.product]
  try {
    while (products.length < processes) products.push(await another(world))
    return await loaded(world, products)
  } finally {
    for (const product of products.slice(1)) await product.stop()
    await world.close()
  }
}

/** One more process on the same database and the same folder of files. */
function another(world: World): Promise<Product> {
  const spawned = readFileSync(`/proc/${world.product.process.pid}/environ`, 'utf8').split('\0')
  const env = Object.fromEntries(spawned.map((entry) => entry.split(/=(.*)/s).slice(0, 2)))
  return startProduct({ env, dataDir: world.product.dataDir, args: ['--no-dashboard'] })
}

async function loaded(world: World, products: Product[]): Promise<Row> {
  const urls = products.map(({ url }) => url)
  await teachAll(world)
  const sends = await messagesOf(world)
  const reads = world.organizations.map(({ agent, key }) => ({
    ...{ path: `/v1/agents/${agent}/conversations`, headers: bearer({ key }) },
  }))
  const pids = products.map(({ process }) => process.pid!)
  const work = { crawls: 0, trainings: 0, mails: 0, told: 0 }
  const end = performance.now() + SECONDS * 1_000
  const repliesBefore = await repliesOf(world)
  const before = { at: performance.now(), product: cpuOf(pids), postgres: postgresCpu(), machine: machineCpu() }
  const share = (all: number) => Math.ceil(all / urls.length)
  const spread = (requests: LoadRequest[], connections: number, expected: string) =>
    Promise.all(
      urls.map((url) => load(url, { requests, connections: share(connections), seconds: SECONDS, pids: [] }, expected)),
    )
  const beside = besides(world, urls, work, () => performance.now() > end)
  const [sent, read] = await Promise.all([spread(sends, SENDERS, '201'), spread(reads, READERS, '200')])
  const seconds = (performance.now() - before.at) / 1_000
  const replies = (await repliesOf(world)) - repliesBefore
  const cpu = {
    product: (cpuOf(pids) - before.product) / 1_000 / seconds,
    postgres: (postgresCpu() - before.postgres) / 1_000 / seconds,
    machine: (machineCpu() - before.machine) / 1_000 / seconds,
  }
  await beside
  return { processes: urls.length, sends: sent, reads: read, replies, work, cpu }
}

/** Teaches each organization's agent what the visitors ask. */
async function teachAll({ product: { url }, organizations }: World): Promise<void> {
  const body = { type: 'text' as const, content: 'We open at nine in the morning and close at six in the evening.' }
  for (const { agent, key } of organizations) {
    const { data } = await must(url, 'createSource', { params: { agent }, body }, { key })
    const look = { params: { agent, source: [data].flat()[0]!.id } }
    while ((await must(url, 'getSource', look, { key })).data.status !== 'completed') await delay(50)
  }
}

async function repliesOf(world: World): Promise<number> {
  const db = await openForSeeding({ databaseUrl: world.databaseAddress })
  const counting = db.selectFrom('messages').where('role', '=', 'assistant')
  const { all } = await counting.select(({ fn }) => fn.countAll<string>().as('all')).executeTakeFirstOrThrow()
  await db.destroy()
  return Number(all)
}

/** Requests that write a visitor's message into conversations of all organizations in turn. */
async function messagesOf({ product, organizations }: World): Promise<LoadRequest[]> {
  const requests: LoadRequest[] = []
  for (let thread = 0; thread < THREADS_EACH; thread += 1)
    for (const { agent, key } of organizations) {
      const { id } = (await must(product.url, 'createConversation', { params: { agent }, body: {} }, { key })).data
      const path = `/v1/agents/${agent}/conversations/${id}/messages`
      requests.push({ method: 'POST', path, headers: bearer({ key }), body: { content: 'When do you open?' } })
    }
  return requests
}

/** What goes on beside messages and lists: streams, a crawl after the other, likewise trainings, and mails. */
async function besides(world: World, urls: string[], work: Row['work'], isOver: () => boolean): Promise<void> {
  const { owner, agents } = world
  const agent = agents.values().next().value!
  const url = (turn: number) => urls[turn % urls.length]!
  const site = await startSite(SITE_PAGES)
  const streams = await Promise.all(Array.from({ length: STREAMS }, (_, turn) => followEvents(url(turn), owner)))
  const mailbox = await newMailbox(world, agent)
  const repeated = async (act: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver(); turn += 1) await act(turn)
  }
  await Promise.all([
    repeated(async (turn) => {
      const params = { organization: owner.organizationId }
      const { data } = await must(url(turn), 'startCrawl', { params, body: { url: site.url } }, owner)
      const look = { params: { ...params, taskId: data.task_id } }
      while (!isOver() && (await must(url(turn), 'getCrawl', look, owner)).data.status !== 'completed') await delay(500)
      if (!isOver()) work.crawls += 1
    }),
    repeated(async (turn) => {
      const body = { type: 'text' as const, content: passage(turn * 1_000, 20_000) }
      const { data } = await must(url(turn), 'createSource', { params: { agent }, body }, owner)
      const look = { params: { agent, source: [data].flat()[0]!.id } }
      while (!isOver() && (await must(url(turn), 'getSource', look, owner)).data.status !== 'completed')
        await delay(500)
      if (isOver()) return
      work.trainings += 1
      await must(url(turn), 'deleteSource', look, owner)
    }),
    repeated(async (turn) => {
      await postMail(mailbox, url(turn), turn)
      work.mails += 1
      await delay(1_000 / MAILS_A_SECOND)
    }),
  ])
  for (const stream of streams) {
    work.told += [...stream.seen.values()].flat().length
    stream.stop()
  }
  await site.stop()
}

const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + processCpuMs(pid), 0)

/** Milliseconds of processor time of all processes of PostgreSQL on this machine. */
function postgresCpu(): number {
  const timeOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? processCpuMs(Number(pid)) : 0
    } catch {
      return 0 // it has ended meanwhile
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + timeOf(pid), 0)
}

const machineCpu = () =>
  cpus().reduce(
    (sum, { times: { idle: _, ...busy } }) => sum + Object.values(busy).reduce((one, other) => one + other),
    0,
  )

function lineOf({ processes, sends, reads, replies, work, cpu }: Row): string {
  const all = (results: LoadResult[]) => results.reduce((sum, { perSecond }) => sum + perSecond, 0)
  const slowest = (results: LoadResult[]) => milliseconds(Math.max(...results.map(({ p95 }) => p95)))
  const cells = [
    processes,
    ...[
      `${count(all(sends))}/s`,
      slowest(sends),
      `${count(replies / SECONDS)}/s`,
      `${count(all(reads))}/s`,
      slowest(reads),
    ],
    ...[work.crawls, work.trainings, work.mails, count(work.told)],
    `${((cpu.product / all(sends)) * 1_000).toFixed(1)} s`,
    ...[cpu.product, cpu.postgres, cpu.machine].map((share) => share.toFixed(2)),
  ]
  return `| ${cells.join(' | ')} |`
}

const HEADS = [
  ...['processes', 'messages', 'p95', 'replies', 'lists', 'p95', 'crawls', 'trainings', 'mails', 'events told'],
  ...['processor time for 1,000 messages', 'processors: Baton', 'PostgreSQL', `all of ${cpus().length}`],
]
const load1 = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
console.log(`${new Date().toISOString().slice(0, 10)}, ${SECONDS} s each, load before it ${load1()}\n`)
console.log(`| ${HEADS.join(' | ')} |\n|${HEADS.map(() => ' --- ').join('|')}|`)
for (const processes of COUNTS) console.log(lineOf(await measure(processes)))
