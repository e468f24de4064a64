import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { until } from './support/until.ts'
import { article, NOWHERE, type Page, startWebsite, type Website } from './support/website.ts'

const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')
const words = 'A page with enough words on it to be worth reading, about the work of this harbour and its people. '
const pages: Record<string, Page> = {
  '/': {
    body: article('Home', words.repeat(2), links('/a', '/b', '/private/x', '/file.zip', 'https://other.example/')),
  },
  '/a': { body: article('A', `Cranes. ${words}`, links('/', '/b#part', '/c', '/a?utm_source=x')) },
  '/b': { body: article('B', `Ships. ${words}`) },
  '/c': { body: article('C', `Ropes. ${words}`) },
  '/d': { body: article('D', `Nets. ${words}`) },
  '/private/x': { body: article('Private', words) },
  '/file.zip': { headers: { 'content-type': 'application/zip' }, body: 'PK' },
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml',
  },
  '/sitemap.xml': {
    headers: { 'content-type': 'application/xml' },
    body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>SITE/d</loc></url></urlset>',
  },
}

describe.each(inject('products'))('crawls on $database', (product) => {
  let account: Account
  let params: { organization: string }
  let site: Website
  beforeAll(async () => {
    account = await newAccount(product)
    params = { organization: account.organization }
    site = await startWebsite(({ path }) => {
      const page = pages[path.split('?')[0]!]
      return page && { ...page, body: page.body!.replaceAll('SITE', site.url) }
    })
  })
  afterAll(() => site.close())
  const start = (url: unknown) => account.send('startCrawl', { params, body: { url } })
  const done = (taskId: string, of = account) =>
    until('the crawl ends', async () => {
      const { data } = await of.send('getCrawl', { params: { organization: of.organization, taskId } })
      if (data.status !== 'completed') expect(data).not.toHaveProperty('result')
      return (data.status === 'completed' || data.status === 'failed') && data
    })

  it('POST: 202 with task id and status pending; GET: completed with urls, skipped urls and their number', async () => {
    const started = await start(`${site.url}/`)
    expect([started.status, started.data]).toEqual([202, { task_id: expect.any(String), status: 'pending' }])
    const crawl = await done(started.data.task_id)
    expect(crawl).toMatchObject({ task_id: started.data.task_id, status: 'completed' })
    const { urls, skipped_urls, stats } = crawl.result!
    expect(urls.toSorted()).toEqual(['/', '/a', '/b', '/c', '/d'].map((path) => site.url + path))
    expect(skipped_urls).toEqual(expect.arrayContaining([`${site.url}/private/x`, 'https://other.example/']))
    expect(skipped_urls.filter((url) => urls.includes(url))).toEqual([])
    expect(stats).toEqual({ total_urls: urls.length })
    expect(site.received.some(({ path }) => path.startsWith('/private/'))).toBe(false)
  })

  it("offers no more links than the plan's allowance has left; the rest are skipped", async () => {
    const other = await newAccount(product)
    await other.setPlan('promotional')
    const own = { organization: other.organization }
    const crawl = async () => {
      const { task_id } = await other.get('startCrawl', { params: own, body: { url: `${site.url}/` } })
      return (await done(task_id, other)).result!
    }
    const two = await crawl()
    expect([two.urls.length, two.stats.total_urls]).toEqual([2, 2])
    expect(two.skipped_urls.length).toBeGreaterThan(2)
    const agent = (await other.newAgent()).id
    const body = { type: 'url', urls: [`${site.url}/a`, `${site.url}/b`] }
    await other.get('createSource', { params: { agent }, body })
    expect((await crawl()).urls).toHaveLength(1)
  })

  it('a seed that does not answer: failed, and why', async () => {
    const { task_id } = (await start(NOWHERE)).data
    const reason = expect.stringMatching(/refused the connection .+\.$/)
    expect(await done(task_id)).toEqual({ task_id, status: 'failed', error: reason })
    const gone = await startWebsite(() => undefined)
    gone.close()
    expect((await done((await start(gone.url)).data.task_id)).status).toBe('failed')
  })

  it.each([
    [undefined],
    [''],
    [7],
    ['harbour.example'],
    ['mailto:a@example.com'],
    ['http://10.1.2.3/'],
    ['http://127.0.0.2:8080/'],
    ['https://a:b@example.com/'],
    [`https://example.com/${'x'.repeat(2_048)}`],
  ])('POST: 422 validation_failed on url for %j', async (url) => {
    const answer = await start(url)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'url'])
  })

  it("GET: 404 for a task that is nobody's or another organization's, 403 in another's name", async () => {
    const { data } = await start(`${site.url}/`)
    const other = await newAccount(product)
    const read = (of: Account, organization: string, taskId: string) =>
      of.send('getCrawl', { params: { organization, taskId } })
    expect(refusal(await read(account, account.organization, randomUUID()))).toEqual([404, 'resource_not_found'])
    expect(refusal(await read(account, account.organization, 'x'))).toEqual([404, 'resource_not_found'])
    expect(refusal(await read(other, other.organization, data.task_id))).toEqual([404, 'resource_not_found'])
    expect(refusal(await read(other, account.organization, data.task_id))).toEqual([403, 'forbidden'])
    await done(data.task_id)
  })
})
