import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, setUp } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { serveFolder } from '../tools/static-site.ts'
import { PAGES_FOLDER } from './questions.ts'

/**
 * This program crawls the PostgreSQL 15 manual with the running product. Every page reachable by links from the first
 * one must be found exactly once. Prints pages per second; exits 1 when a page is missing, duplicate or invented.
 */
const CRAWL_MS = 120_000
const START = 'index.html'
const LINK = /<a\b[^>]*\bhref="([^"#?:]+\.html)[^"]*"/g

/** Pages reachable by links, found by a separate walk over the files, to compare with the crawl. */
function reachable(): Set<string> {
  const names = new Set(readdirSync(PAGES_FOLDER).filter((name) => name.endsWith('.html')))
  const seen = new Set([START])
  for (const name of seen)
    for (const [, target] of readFileSync(join(PAGES_FOLDER, name), 'utf8').matchAll(LINK))
      if (target && names.has(target)) seen.add(target)
  return seen
}

if (!existsSync(PAGES_FOLDER)) throw new Error(`Install Debian's postgresql-doc-15: ${PAGES_FOLDER} is missing.`)
const site = await serveFolder(PAGES_FOLDER)
const product = await startProduct({ env: { OUTBOUND_ALLOW: site.host, RATE_LIMITS: '{"polling":100000}' } })
try {
  const owner = await setUp(product.url)
  const organization = owner.organizationId
  const started = performance.now()
  const body = { url: `${site.url}/${START}` }
  const { task_id: taskId } = (await must(product.url, 'startCrawl', { params: { organization }, body }, owner)).data
  const look = async () => (await must(product.url, 'getCrawl', { params: { organization, taskId } }, owner)).data
  let crawl = await look()
  while (crawl.status !== 'completed') {
    if (crawl.status === 'failed' || performance.now() - started > CRAWL_MS)
      throw new Error(`The crawl is ${crawl.status}.`)
    await new Promise((done) => setTimeout(done, 20))
    crawl = await look()
  }
  const seconds = (performance.now() - started) / 1000
  const found = crawl.result!.urls.map((url) => new URL(url).pathname.slice(1) || START)
  const wanted = reachable()
  const missing = [...wanted].filter((name) => !found.includes(name))
  const strange = found.filter((name) => !wanted.has(name))
  const doubled = found.length - new Set(found).size
  console.log(
    `${found.length} of ${wanted.size} reachable pages found in ${seconds.toFixed(1)} s: ${(found.length / seconds).toFixed(0)} pages/s`,
  )
  console.log(
    `missing: ${missing.length}, doubled: ${doubled}, made up: ${strange.length}; skipped: ${crawl.result!.skipped_urls.length}`,
  )
  for (const name of [...missing, ...strange].slice(0, 10)) console.log(`  ${name}`)
  if (missing.length + strange.length + doubled > 0) process.exitCode = 1
} finally {
  await product.stop()
  removeData(product)
  site.close()
}
