import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../db/ids.ts'
import { jobHandlers } from '../../jobs/registry.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { html, never, type Page, startWebsite, type Website } from '../../testing/website.ts'
import { changeCrawl, countUrls, selectCrawlById, selectUrls } from './queries.ts'

const RATES = { read: 100_000, write: 10_000, training: 10_000, polling: 100_000 }
const DAY_MS = 24 * 60 * 60 * 1000
const QUOTAS = { premium: { urls: 12, crawl_links: 8 } }

describe.each(databases())('crawls on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  const sites: Website[] = []
  let late = 0

  beforeAll(async () => {
    test = await createTestApp({
      database,
      env: {
        RATE_LIMITS: JSON.stringify(RATES),
        PLAN_QUOTAS: JSON.stringify(QUOTAS),
        OUTBOUND_ALLOW: '127.0.0.0/8',
        LOG_LEVEL: 'silent',
      },
      now: () => Date.now() + late,
    })
  })
  afterEach(async () => {
    await test.settled()
    await Promise.all(sites.splice(0).map((site) => site.close()))
  })
  afterAll(() => test.close())

  const start = async () => {
    owner = await test.signUp()
    key = await owner.key()
  }
  const website = async (pages: Record<string, Page>) => {
    const site = await startWebsite(pages)
    sites.push(site)
    return site
  }
  const organization = () => ({ organization: owner.organizationId })
  const startCrawl = (url: string) => test.request('startCrawl', { params: organization(), body: { url } }, { key })
  const getCrawl = (taskId: string, headers = {}) =>
    test.request('getCrawl', { params: { ...organization(), taskId } }, { key, headers })
  /** What is stored of a crawl, completed or not. */
  const stored = async (taskId: string) => {
    const db = test.deps.database.read
    const { visited } = (await selectCrawlById(db, taskId))!
    const { waiting, found } = await countUrls(db, taskId)
    return { visited, waiting, found, skipped: await selectUrls(db, taskId, 'skipped') }
  }
  /** A crawl whose job has been lost, which looks as if it were still going on. */
  const insertRunning = async (url: string) => {
    const times = { created_at: 0, updated_at: 0 }
    const row = { id: newId(), organization_id: owner.organizationId, url, visited: 0, error: null, ...times }
    await test.deps.database.transaction((tx) =>
      tx
        .insertInto('crawls')
        .values({ ...row, status: 'processing' })
        .execute(),
    )
    return row.id
  }
  const crawl = async (url: string) => {
    const { data } = await startCrawl(url)
    await test.settled()
    return (await getCrawl(data.task_id)).data
  }

  it('answers 202 at once, and what it found once it is complete', async () => {
    await start()
    const mayAnswer = Promise.withResolvers<void>()
    const site = await website({
      '/': html('Home', ['/a', '/manual.pdf']),
      '/a': html('A', ['/b']),
      '/b': { body: html('B'), after: mayAnswer.promise },
    })
    const started = await startCrawl(`${site.origin}/`)
    expect(started.status).toBe(202)
    expect(started.data).toEqual({ task_id: expect.any(String), status: 'pending' })
    const { task_id } = started.data
    const early = await getCrawl(task_id)
    expect(['pending', 'processing']).toContain(early.data.status)
    expect(early.data.result).toBeUndefined()
    mayAnswer.resolve()
    await test.settled()
    const { data, headers } = await getCrawl(task_id)
    expect(data).toEqual({
      task_id,
      status: 'completed',
      result: {
        urls: ['/', '/a', '/b'].map((path) => site.origin + path),
        skipped_urls: [`${site.origin}/manual.pdf`],
        stats: { total_urls: 3 },
      },
    })
    expect((await getCrawl(task_id, { 'if-none-match': headers.etag })).status).toBe(304)
    expect(await stored(task_id)).toEqual({
      ...{ visited: 3, found: 3, waiting: 0 },
      skipped: [{ url: `${site.origin}/manual.pdf`, reason: 'not_html' }],
    })
  })

  it('refuses what is no address of a website, or one that may not be requested', async () => {
    await start()
    for (const url of [
      '',
      'nonsense',
      'ftp://example.com/',
      'http://169.254.169.254/',
      'http://user:pass@example.com/',
    ]) {
      const { status, body } = await startCrawl(url)
      expect([status, body.error.code, body.error.details[0].field]).toEqual([422, 'validation_failed', 'url'])
    }
  })

  it("is found by its organization's owner alone", async () => {
    await start()
    const site = await website({ '/': html('Home') })
    const { task_id } = await crawl(`${site.origin}/`)
    const mine = organization()
    await start()
    expect((await getCrawl(task_id)).status).toBe(404)
    expect((await getCrawl('unknown')).status).toBe(404)
    const params = { ...mine, taskId: task_id }
    expect((await test.request('getCrawl', { params }, { key })).status).toBe(403)
  })

  it('returns no more links than the plan has room for, and names the rest', async () => {
    await start()
    const links = Array.from({ length: 20 }, (_, index) => `/p${index}`)
    const site = await website({ '/': html('Home', links) })
    site.fallback = (path) => (path.startsWith('/p') ? html(path) : undefined)
    const first = await crawl(`${site.origin}/`)
    expect(first.result?.urls).toHaveLength(8)
    expect(first.result?.skipped_urls).toHaveLength(13)
    const agent = (await buildAgent(test, owner)).id
    const body = { type: 'url' as const, urls: first.result!.urls }
    expect((await test.request('createSource', { params: { agent }, body }, { key })).status).toBe(201)
    expect((await crawl(`${site.origin}/`)).result?.stats).toEqual({ total_urls: 4 })
    const { skipped } = await stored(first.task_id)
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['plan_limit']))
  })

  it('fails in words, and shows no result', async () => {
    await start()
    const site = await website({ '/': { status: 404 } })
    const { task_id: _, ...failed } = await crawl(`${site.origin}/`)
    expect(failed).toEqual({ status: 'failed', error: expect.stringContaining('answered 404') })
    const away = await website({ '/': { status: 301, headers: { location: 'https://example.org/' } } })
    expect((await crawl(`${away.origin}/`)).error).toContain('Start the crawl from there')
  })

  it('is forgotten 90 days after its end, but for what a plan of a website refers to', async () => {
    await start()
    const site = await website({ '/': html('Home', ['/a']), '/a': html('A') })
    const ended = await crawl(`${site.origin}/`)
    const agent_id = (await buildAgent(test, owner)).id
    await test.request('createSite', { params: organization(), body: { url: `${site.origin}/`, agent_id } }, owner)
    await test.settled()
    const left = async () => {
      const { read } = test.deps.database
      const crawls = await read.selectFrom('crawls').select('id').where('url', 'like', `${site.origin}%`).execute()
      const pages = await read.selectFrom('crawl_pages').select('crawl_id').distinct().execute()
      return crawls.map(({ id }) => id).filter((id) => pages.some(({ crawl_id }) => crawl_id === id))
    }
    expect(await left()).toHaveLength(2)
    late = 89 * DAY_MS
    await tidyUp(test.deps)
    expect(await left()).toHaveLength(2)
    late = 91 * DAY_MS
    const running = await insertRunning(site.origin)
    await tidyUp(test.deps)
    expect((await getCrawl(ended.task_id)).status).toBe(404)
    expect((await getCrawl(running)).status).toBe(200)
    expect(await left()).toHaveLength(1)
    late = 0
  })

  it('is complete, but empty, when robots.txt keeps it out', async () => {
    await start()
    const site = await website({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': html('Home') })
    const { result, status } = await crawl(`${site.origin}/`)
    expect([status, result]).toEqual([
      'completed',
      { urls: [], skipped_urls: [`${site.origin}/`], stats: { total_urls: 0 } },
    ])
  })

  it('tells the live stream how it goes', async () => {
    await start()
    const site = await website({ '/': html('Home') })
    const { task_id } = await crawl(`${site.origin}/`)
    const events = await test.deps.database.read
      .selectFrom('events')
      .select(['type', 'payload'])
      .where('organization_id', '=', owner.organizationId)
      .where('type', '=', 'crawl.updated')
      .execute()
    expect(events.length).toBeGreaterThanOrEqual(3)
    expect(JSON.parse(events[0]!.payload)).toEqual({ type: 'crawl.updated', task_id })
  })

  it('goes on where a stopped worker left it, asking for nothing twice that it had kept', async () => {
    await start()
    const links = Array.from({ length: 6 }, (_, index) => `/p${index}`)
    const site = await website({ '/': html('Home', [...links, '/slow']) })
    site.pages['/slow'] = (count) => ({ body: html('Slow'), after: count === 1 ? never : undefined })
    site.fallback = (path) => (path.startsWith('/p') ? html(path) : undefined)
    const { data } = await startCrawl(`${site.origin}/`)
    await vi.waitFor(
      async () => {
        expect((await stored(data.task_id)).found).toBe(7)
        expect(site.hits.map(({ path }) => path)).toContain('/slow')
      },
      { timeout: 60_000 },
    )
    await test.deps.jobs.stop(0)
    expect((await getCrawl(data.task_id)).data.result).toBeUndefined()
    const before = site.hits.length
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    const { status, result } = (await getCrawl(data.task_id)).data
    expect([status, result?.stats.total_urls]).toEqual(['completed', 8])
    expect(site.hits.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/sitemap.xml', '/slow'])
  })

  it('lists crawls with who has started them, and says what each left out', async () => {
    await start()
    const site = await website({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
      '/': html('Home', ['/a', '/nothing', '/gone', '/broken', '/private', '/list.pdf', 'https://example.com/']),
      '/a': html('A'),
      '/gone': { status: 410 },
      '/broken': { status: 500 },
    })
    const byKey = (await startCrawl(`${site.origin}/`)).data.task_id
    const body = { url: `${site.origin}/` }
    const { token } = (await test.request('createSessionToken', { body: organization() }, owner)).data
    const byMember = (await test.request('startCrawl', { params: organization(), body }, { key: token })).data.task_id
    await test.settled()
    const list = await test.request('listCrawls', { params: organization() }, owner)
    expect(list.data).toEqual(
      [
        { id: byMember, started_by: { type: 'member', id: owner.userId, name: expect.any(String) } },
        { id: byKey, started_by: { type: 'key', id: expect.any(String), name: expect.any(String) } },
      ].map(({ id, started_by }) => ({
        ...{ task_id: id, url: `${site.origin}/`, status: 'completed', started_by, found: 2 },
        created_at: expect.any(String),
      })),
    )
    const second = { params: organization(), query: { per_page: 1, page: 2 } }
    const page = await test.request('listCrawls', second, owner)
    expect([page.data.map(({ task_id }) => task_id), page.body.meta.total]).toEqual([[byKey], 2])

    const full = { params: { ...organization(), taskId: byKey } }
    const { left_out, ...rest } = (await test.request('getFullCrawl', full, owner)).data
    expect(rest).toEqual(list.data[1])
    expect(Object.fromEntries(left_out.map(({ url, reason }) => [new URL(url).pathname, reason]))).toEqual({
      '/nothing': 'not_found',
      '/gone': 'not_found',
      '/broken': 'server_error',
      '/private': 'robots',
      '/list.pdf': 'not_a_page',
      '/': 'elsewhere',
    })
    const stranger = await test.signUp()
    const theirs = { ...full.params, organization: stranger.organizationId }
    expect((await test.request('getFullCrawl', full, stranger)).status).toBe(403)
    expect((await test.request('getFullCrawl', { params: theirs }, stranger)).status).toBe(404)
    expect(
      (await test.request('listCrawls', { params: { organization: stranger.organizationId } }, stranger)).data,
    ).toEqual([])
  })

  it('lists neither the crawls of websites that are kept up to date nor those of more than 90 days ago', async () => {
    await start()
    const site = await website({ '/': html('Home') })
    const agent = (await buildAgent(test, owner)).id
    const create = { params: organization(), body: { url: site.origin, agent_id: agent } }
    expect((await test.request('createSite', create, owner)).status).toBe(201)
    const own = await crawl(`${site.origin}/`)
    const listed = async () => {
      const { data } = await test.request('listCrawls', { params: organization() }, owner)
      return data.map(({ task_id }) => task_id)
    }
    expect(await listed()).toEqual([own.task_id])
    const longAgo = { created_at: Date.now() - 91 * DAY_MS }
    await test.deps.database.transaction((tx) => changeCrawl(tx, own.task_id, longAgo))
    expect(await listed()).toEqual([])
  })
})
