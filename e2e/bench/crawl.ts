import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { type Benchmark, type Line, milliseconds, percentile, times } from './tools/benchmark.ts'
import { startSite } from './tools/site.ts'
import { createWorld, newAgent, type World } from './tools/world.ts'

const PAGES = 1_000
/** Required pages a second, by the milliseconds that the website waits before each answer. */
const TARGETS = { 0: 400, 50: 285 }
const MESSAGES_PER_SECOND = 20
const IDLE_SECONDS = 4
const VISITED_PAGES = 3_000 // size of the website that is crawled while visitors write
const SLOWER = 1.5 // allowed ratio of visitors' p95 while a website is crawled to p95 without
/** Few, as seeded conversations are counted and made searchable after the start, which would be measured too. */
const CONVERSATIONS = { conversations: [1], thread: 1 }
const PATIENCE_MS = 600_000

/**
 * Measures the pages per second of a crawl that keeps their text, compared with `wget -r` on the same site; how many
 * requests it sends, also when nothing has changed; and how much it delays visitors.
 */
export const crawl: Benchmark = {
  name: 'crawl',
  async run() {
    const lines: Line[] = []
    for (const [latency, target] of Object.entries(TARGETS)) lines.push(await pagesPerSecond(Number(latency), target))
    return [...lines, ...(await requests()), await visitors()]
  },
}

async function pagesPerSecond(latency: number, target: number): Promise<Line> {
  const site = await startSite(PAGES, latency)
  const world = (await createWorld('SQLite', { ...CONVERSATIONS, env: { OUTBOUND_ALLOW: site.host } }))!
  try {
    const { pages, seconds } = await crawlOnce(world, site.url)
    const wget = latency === 0 ? wgetOnce(site.url) : undefined
    const compared = wget ? `; wget -r, which only stores what it gets: ${(PAGES / wget).toFixed(0)} pages/s` : ''
    return {
      what: `crawling a site of ${PAGES} pages whose answers take ${latency} ms, with their text`,
      on: 'SQLite',
      measured: `${(pages / seconds).toFixed(0)} pages/s (${pages} found)`,
      against: `at least ${target} pages/s${compared}`,
      isMet: pages / seconds >= target,
    }
  } finally {
    await world.close()
    await site.stop()
  }
}

/** Counts the requests from the start until all pages are learnt, and those of a second crawl of the unchanged site. */
async function requests(): Promise<Line[]> {
  const site = await startSite(PAGES - 1) // and the page at its root
  const world = (await createWorld('SQLite', { ...CONVERSATIONS, env: { OUTBOUND_ALLOW: site.host } }))!
  try {
    const { product, owner } = world
    const { id } = await crawlOnce(world, site.url)
    const params = { organization: owner.organizationId, site: id }
    const { plan } = (await must(product.url, 'getSite', { params }, owner)).data
    await must(product.url, 'applyPlan', { params: { ...params, plan: plan!.id }, body: { all: true } }, owner)
    const learnt = await planOf(world, id)
    const first = await site.counts()
    await must(product.url, 'createPlan', { params }, owner)
    const again = await planOf(world, id)
    const second = await site.counts()
    const unchanged = second.unchanged - first.unchanged
    return [
      {
        what: `requests for pages until a site of ${PAGES} pages is learnt`,
        on: 'SQLite',
        measured: `${first.pages + first.unchanged} (${learnt.progress.done - learnt.failed} learnt)`,
        against: `exactly ${PAGES}`,
        isMet: first.pages === PAGES && first.unchanged === 0 && learnt.failed === 0 && learnt.progress.done === PAGES,
      },
      {
        what: 'requests for pages when it is crawled again and nothing has changed',
        on: 'SQLite',
        measured: `${second.pages - first.pages}, and ${unchanged} answered briefly (${again.counts.unchanged} unchanged)`,
        against: `0 and ${PAGES}`,
        isMet: second.pages === first.pages && unchanged === PAGES && again.counts.unchanged === PAGES,
      },
    ]
  } finally {
    await world.close()
    await site.stop()
  }
}

/** Measures how long visitors' messages take at rest, and while a website is crawled. */
async function visitors(): Promise<Line> {
  const site = await startSite(VISITED_PAGES, 50)
  const world = (await createWorld('SQLite', { ...CONVERSATIONS, env: { OUTBOUND_ALLOW: site.host } }))!
  try {
    const agent = await newAgent(world.product.url, world.owner, { only_human: true })
    const rest = delay(IDLE_SECONDS * 1_000)
    const idle = percentile(await writeUntil(world, agent, rest), 0.95)
    const crawling = crawlOnce(world, site.url)
    const busy = percentile(await writeUntil(world, agent, crawling), 0.95)
    const { pages, seconds } = await crawling
    return {
      what: `visitor's message, ${MESSAGES_PER_SECOND} a second, while a site is crawled (${(pages / seconds).toFixed(0)} pages/s): p95`,
      on: 'SQLite',
      measured: milliseconds(busy),
      against: `${milliseconds(idle)} at rest; ${times(busy / idle)}, at most ${times(SLOWER)}`,
      isMet: busy / idle <= SLOWER,
    }
  } finally {
    await world.close()
    await site.stop()
  }
}

/** Sends messages at a steady rate until something has ended, and returns the milliseconds that each took. */
async function writeUntil({ product, owner }: World, agent: string, end: Promise<unknown>): Promise<number[]> {
  const params = { agent, conversation: '' }
  params.conversation = (await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)).data.id
  let isOver = false
  const over = () => {
    isOver = true
  }
  end.then(over, over)
  const waits: number[] = []
  const sent: Promise<unknown>[] = []
  const started = performance.now()
  for (let number = 0; !isOver; number += 1) {
    await delay(Math.max(0, started + (number * 1_000) / MESSAGES_PER_SECOND - performance.now()))
    const sentAt = performance.now()
    const body = { content: 'When will it arrive?' }
    const answered = must(product.url, 'sendMessage', { params, body }, owner)
    sent.push(answered.then(() => waits.push(performance.now() - sentAt)))
  }
  await Promise.all(sent)
  return waits
}

/** Adds the website and waits for its first plan, for which each page is fetched and its text kept. */
async function crawlOnce(world: World, url: string): Promise<{ id: string; pages: number; seconds: number }> {
  const { product, owner, agents } = world
  const params = { organization: owner.organizationId }
  const [agent] = agents.values()
  const started = performance.now()
  const { id } = (await must(product.url, 'createSite', { params, body: { url, agent_id: agent! } }, owner)).data
  const { counts } = await planOf(world, id)
  return { id, pages: counts.added, seconds: (performance.now() - started) / 1000 }
}

/** Waits until a website's plan is made, or until it is applied, and returns it. */
async function planOf({ product, owner }: World, site: string) {
  const params = { organization: owner.organizationId, site }
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
    const { plan } = (await must(product.url, 'getSite', { params }, owner)).data
    if (plan?.status === 'failed') throw new Error(`The crawl failed: ${plan.problem}`)
    if (plan && plan.status !== 'crawling' && plan.status !== 'applying') return plan
    await delay(20)
  }
  throw new Error('The plan was not made or applied in time.')
}

/** Crawls the site with wget and returns the seconds it took; undefined where wget is not installed. */
function wgetOnce(url: string): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'baton-wget-'))
  try {
    const started = performance.now()
    const { error } = spawnSync('wget', ['-q', '-r', '-l', 'inf', '-P', folder, url], { stdio: 'ignore' })
    return error ? undefined : (performance.now() - started) / 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
