import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../jobs/registry.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { html, type Page, startWebsite, type Website } from '../../testing/website.ts'

const RATES = { read: 100_000, write: 10_000, training: 10_000, polling: 100_000 }
const QUOTAS = { premium: { urls: 12, crawl_links: 8 } }

describe.each(databases())('crawls on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  const sites: Website[] = []

  beforeAll(async () => {
    test = await createTestApp({
      database,
      env: {
        RATE_LIMITS: JSON.stringify(RATES),
        PLAN_QUOTAS: JSON.stringify(QUOTAS),
        OUTBOUND_ALLOW: '127.0.0.0/8',
        LOG_LEVEL: 'silent',
      },
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
  const fullCrawl = async (taskId: string) =>
    (await test.request('getFullCrawl', { params: { ...organization(), taskId } }, { cookie: owner.cookie })).data
  const crawl = async (url: string) => {
    const { data } = await startCrawl(url)
    await test.settled()
    return (await getCrawl(data.task_id)).data
  }

  it('answers 202 at once, and what it found once it is complete', async () => {
    await start()
    const site = await website({
      '/': html('Home', ['/a', '/manual.pdf']),
      '/a': html('A', ['/b']),
      '/b': { body: html('B'), delayMs: 300 },
    })
    const started = await startCrawl(`${site.origin}/`)
    expect(started.status).toBe(202)
    expect(started.data).toEqual({ task_id: expect.any(String), status: 'pending' })
    const { task_id } = started.data
    const early = await getCrawl(task_id)
    expect(['pending', 'processing']).toContain(early.data.status)
    expect(early.data.result).toBeUndefined()
    const underWay = await fullCrawl(task_id)
    if (underWay.status !== 'completed') expect(underWay.urls).toEqual([])
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
    expect(await fullCrawl(task_id)).toEqual({
      task_id,
      url: `${site.origin}/`,
      status: 'completed',
      error: null,
      progress: { visited: 3, found: 3, waiting: 0 },
      urls: data.result?.urls,
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
    const { skipped } = await fullCrawl(first.task_id)
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['plan_limit']))
  })

  it('fails in words, on both APIs, and shows no result', async () => {
    await start()
    const site = await website({ '/': { status: 404 } })
    const { task_id, ...failed } = await crawl(`${site.origin}/`)
    expect(failed).toEqual({ status: 'failed', error: expect.stringContaining('answered 404') })
    expect((await fullCrawl(task_id)).error).toBe(failed.error)
    const away = await website({ '/': { status: 301, headers: { location: 'https://example.org/' } } })
    expect((await fullCrawl((await crawl(`${away.origin}/`)).task_id)).error).toContain('Start the crawl from there')
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
    site.pages['/slow'] = (count) => ({ body: html('Slow'), delayMs: count === 1 ? 8_000 : 0 })
    site.fallback = (path) => (path.startsWith('/p') ? html(path) : undefined)
    const { data } = await startCrawl(`${site.origin}/`)
    while ((await fullCrawl(data.task_id)).progress.found < 7) await new Promise((resolve) => setTimeout(resolve, 50))
    await test.deps.jobs.stop(0)
    expect((await getCrawl(data.task_id)).data.result).toBeUndefined()
    const before = site.hits.length
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    const { status, result } = (await getCrawl(data.task_id)).data
    expect([status, result?.stats.total_urls]).toEqual(['completed', 8])
    expect(site.hits.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/sitemap.xml', '/slow'])
  })

  describe('what became of a crawl', () => {
    const list = async () => (await test.request('listCrawls', { params: organization() }, owner)).data
    const sourcesOf = async (taskId: string) =>
      (await test.request('listCrawlSources', { params: { ...organization(), taskId } }, owner)).data
    const create = (agent: string, taskId: string, urls: string[], caller = owner) =>
      test.request('createCrawlSources', { params: { agent, taskId }, body: { urls } }, caller)

    it('is told by its sources, for as long as they are there', async () => {
      await start()
      const site = await website({ '/': html('Home', ['/a', '/gone']), '/a': html('A', []) })
      const { task_id } = await crawl(`${site.origin}/`)
      const untouched = await crawl(`${site.origin}/a`)
      const agent = (await buildAgent(test, owner)).id
      const created = await create(agent, task_id, [`${site.origin}/`, `${site.origin}/a`])
      expect([created.status, created.data.length]).toEqual([201, 2])
      await test.settled()
      expect(await list()).toMatchObject([
        { task_id: untouched.task_id, found: 1, sources: { total: 0, trained: 0, failed: 0 } },
        {
          task_id,
          url: `${site.origin}/`,
          status: 'completed',
          error: null,
          found: 2,
          sources: { total: 2, trained: 2 },
        },
      ])
      const sources = await sourcesOf(task_id)
      expect(sources).toMatchObject([
        { agent_id: agent, url: `${site.origin}/`, status: 'completed', error: null },
        { agent_id: agent, url: `${site.origin}/a`, status: 'completed' },
      ])
      await test.request('deleteSource', { params: { agent, source: sources[0]!.id } }, { key })
      expect((await sourcesOf(task_id)).map(({ id }) => id)).toEqual([sources[1]!.id])
      await test.request('deleteAgent', { params: { agent } }, { key })
      expect(await sourcesOf(task_id)).toEqual([])
      expect((await list())[1]!.sources.total).toBe(0)
    })

    it('takes pages that it found, all or none, for an agent of its own organization', async () => {
      await start()
      const site = await website({ '/': html('Home', []) })
      const { task_id } = await crawl(`${site.origin}/`)
      const agent = (await buildAgent(test, owner)).id
      const refused = await create(agent, task_id, [`${site.origin}/`, `${site.origin}/elsewhere`])
      expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'urls.1'])
      expect(await sourcesOf(task_id)).toEqual([])
      const stranger = await test.signUp()
      const theirs = (await buildAgent(test, stranger)).id
      expect((await create(theirs, task_id, [`${site.origin}/`], stranger)).status).toBe(404)
      const params = { organization: stranger.organizationId, taskId: task_id }
      expect((await test.request('listCrawlSources', { params }, stranger)).status).toBe(404)
    })
  })
})
