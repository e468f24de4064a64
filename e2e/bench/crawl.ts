import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { type Benchmark, times } from './tools/benchmark.ts'
import { startSite } from './tools/site.ts'
import { createWorld, type World } from './tools/world.ts'

const PAGES = 400
const PATIENCE_MS = 120_000

/** Measures the pages per second of a crawl, compared with `wget -r` on the same site. */
export const crawl: Benchmark = {
  name: 'crawl',
  async run() {
    const site = await startSite(PAGES)
    const world = (await createWorld('SQLite', { env: { OUTBOUND_ALLOW: site.host } }))!
    try {
      const ours = await crawlOnce(world, site.url)
      const wget = wgetOnce(site.url)
      return [
        {
          what: `crawling a site of ${PAGES} pages`,
          on: 'SQLite',
          measured: `${(ours.pages / ours.seconds).toFixed(0)} pages/s (${ours.pages} found)`,
          against: wget
            ? `wget -r: ${(PAGES / wget).toFixed(0)} pages/s, ${times(wget / ours.seconds)}; it only stores what it gets`
            : 'wget is not installed',
        },
      ]
    } finally {
      await world.close()
      await site.stop()
    }
  },
}

async function crawlOnce({ product, owner }: World, url: string): Promise<{ pages: number; seconds: number }> {
  const params = { organization: owner.organizationId }
  const started = performance.now()
  const { data } = await must(product.url, 'startCrawl', { params, body: { url } }, owner)
  while (performance.now() - started < PATIENCE_MS) {
    const task = await must(product.url, 'getCrawl', { params: { ...params, taskId: data.task_id } }, owner)
    const seconds = (performance.now() - started) / 1000
    if (task.data.status === 'failed') throw new Error('The crawl failed.')
    if (task.data.status === 'completed') return { pages: task.data.result?.urls.length ?? 0, seconds }
    await delay(20)
  }
  throw new Error('The crawl did not end in time.')
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
