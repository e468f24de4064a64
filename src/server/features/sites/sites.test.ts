import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { jobHandlers } from '../../jobs/registry.ts'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { never, type Page, type Reply, startWebsite, type Website } from '../../testing/website.ts'
import { queueSites } from './schedule.ts'

const RATES = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })
const DAY_MS = 86_400_000

type Settings = Omit<Input<'createSite'>['body'], 'url' | 'agent_id'>

/** A page of a sentence, with the headers by which a website says that it has not changed. */
const says = (text: string, links: string[] = []): Page => {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ')
  const body = `<!doctype html><title>${text.split(' ')[0]}</title><main><h1>${text.split(' ')[0]}</h1><p>${text}</p></main>${anchors}`
  const etag = `"${Buffer.from(body).toString('base64url').slice(0, 2_000)}"`
  return (_count, headers) =>
    headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } }
}

describe.each(databases())('sites on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let clock = Date.now()
  const websites: Website[] = []

  beforeAll(async () => {
    test = await createTestApp({
      database,
      env: {
        ...{ RATE_LIMITS: RATES, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'silent' },
        ...{ OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_COMPATIBLE_MODELS: 'theirs' }, // never asked
      },
      now: () => clock,
    })
  })
  afterEach(async () => {
    await test.settled()
    await Promise.all(websites.splice(0).map((website) => website.close()))
  })
  afterAll(() => test.close())

  const organization = () => ({ organization: owner.organizationId })
  const start = async (pages: Record<string, Page>, settings: Settings = {}) => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const website = await startWebsite(pages)
    websites.push(website)
    const body = { url: `${website.origin}/`, agent_id: agent, ...settings }
    const { data, status } = await test.request('createSite', { params: organization(), body }, owner)
    expect(status).toBe(201)
    await test.settled()
    return { website, site: data.id }
  }
  const siteOf = async (site: string) =>
    (await test.request('getSite', { params: { ...organization(), site } }, owner)).data
  const pagesOf = async (site: string) => {
    const plan = (await siteOf(site)).plan!
    const params = { ...organization(), site, plan: plan.id }
    return (await test.request('listPlanPages', { params }, owner)).data
  }
  /** How often in a row sources of a site were missing, by path. */
  const missingOf = async (site: string) => {
    const query = test.deps.database.read
      .selectFrom('site_pages')
      .select(['url', 'missing'])
      .where('site_id', '=', site)
    const rows = await query.where('missing', '>', 0).orderBy('url').execute()
    return Object.fromEntries(rows.map(({ url, missing }) => [new URL(url).pathname, missing]))
  }
  /** The changes of the latest plan by path. */
  const changesOf = async (site: string) =>
    Object.fromEntries((await pagesOf(site)).map(({ url, change }) => [new URL(url).pathname, change]))
  const apply = async (site: string, body: Input<'applyPlan'>['body'] = { all: true }) => {
    const plan = (await siteOf(site)).plan!
    const answer = await test.request('applyPlan', { params: { ...organization(), site, plan: plan.id }, body }, owner)
    await test.settled()
    return answer
  }
  const crawl = async (site: string) => {
    const answer = await test.request('createPlan', { params: { ...organization(), site } }, owner)
    expect(answer.status).toBe(202)
    await test.settled()
    return (await siteOf(site)).plan!
  }
  const sources = async () => (await test.request('listFullSources', { params: { agent } }, owner)).data
  const ask = async (content: string) => {
    const body = { messages: [{ role: 'visitor' as const, content }] }
    return (await test.request('askPlayground', { params: { agent }, body }, owner)).data.content
  }
  /** Does some work, and says which of these words the agent could answer with after each transaction, as it changed. */
  const statesWhile = async (words: string[], work: () => Promise<unknown>): Promise<string[]> => {
    const { database } = test.deps
    const { transaction } = database
    const states: string[] = []
    const look = async () => {
      const chunks = await database.read.selectFrom('chunks').select('content').where('agent_id', '=', agent).execute()
      const state = words.map((some) => chunks.some(({ content }) => content.includes(some))).join()
      if (states.at(-1) !== state) states.push(state)
    }
    let looks = Promise.resolve() // one after another, as answers of several connections may overtake each other
    database.transaction = async (work) =>
      transaction(work).finally(() => {
        looks = looks.then(look)
        return looks
      })
    try {
      await work()
    } finally {
      database.transaction = transaction
    }
    return states
  }
  const rowsOf = async () => {
    const { read } = test.deps.database
    const tables = ['sources', 'chunks', 'training_jobs', 'source_versions'] as const
    return Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()))
  }
  const shop = (more: Record<string, Page> = {}, links: string[] = []): Record<string, Page> => ({
    '/': says('Shop sells boots for every weather.', ['/help/returns', '/help/sizes', '/news/spring', ...links]),
    '/help/returns': says('Returns are accepted within 30 days.'),
    '/help/sizes': says('Sizes of boots go from 35 to 48.'),
    '/news/spring': says('Spring brings new colours in March.'),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`/p${index}`, says(`Part ${index} is about thing number ${index}.`)]),
    ),
    '/all': says(
      'Everything is listed here.',
      Array.from({ length: 8 }, (_, index) => `/p${index}`),
    ),
    ...more,
  })
  const applied = async (more: Record<string, Page> = {}, settings: Settings = {}) => {
    const one = await start(shop(more, ['/all', ...Object.keys(more)]), settings)
    expect((await apply(one.site)).status).toBe(202)
    expect((await siteOf(one.site)).plan!.status).toBe('applied')
    one.website.hits.length = 0
    return one
  }

  it('plans, is applied, and fetches each page once from start to trained', async () => {
    const { website, site } = await start(shop({}, ['/all']))
    const { plan } = await siteOf(site)
    expect(plan).toMatchObject({
      ...{ status: 'ready', asks: ['first', 'policy'], broke: [], failed: 0, problem: null },
      counts: { added: 13, changed: 0, gone: 0, unchanged: 0 },
    })
    expect((await pagesOf(site))[1]).toMatchObject({
      ...{ url: `${website.origin}/help/returns`, title: 'Returns', change: 'added', state: 'proposed' },
    })
    expect(await sources()).toEqual([])
    const told = await test.request('listNotifications', { params: organization() }, owner)
    expect(told.data.items).toMatchObject([{ kind: 'plan_waiting', agent_id: agent, excerpt: `${website.origin}/` }])
    expect((await apply(site)).data).toMatchObject({ status: 'applying', progress: { done: 0, total: 13 } })
    const done = await siteOf(site)
    expect(done).toMatchObject({
      sources: 13,
      plan: { status: 'applied', progress: { done: 13, total: 13 }, failed: 0 },
    })
    expect((await sources()).every(({ status }) => status === 'completed')).toBe(true)
    expect(await ask('Within how many days are returns accepted?')).toContain('30 days')
    const asked = website.hits.map(({ path }) => path).filter((path) => !/robots|sitemap/.test(path))
    expect([asked.length, new Set(asked).size]).toEqual([13, 13])
    const [page] = await pagesOf(site)
    const params = { ...organization(), site, plan: done.plan!.id, page: page!.id }
    expect((await test.request('getPlanPage', { params }, owner)).data.after).toContain('every weather')
    expect(await test.deps.database.read.selectFrom('site_pages').select('content').execute()).toContainEqual({
      content: null,
    })
  })

  it('says of each of many pages how many of its lines are new and how many are gone', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/n${index}`) // more than are compared at a time
    const lines = (count: number, word: string): Page => ({
      body: `<title>${word}</title><main><ul>${Array.from({ length: count }, (_, line) => `<li>This is ${word} ${line}.`).join('')}</ul></main>`,
    })
    const pages = Object.fromEntries(paths.map((path, index) => [path, lines(index + 1, `line${index}`)]))
    const { website, site } = await start({ '/': says('Index of everything.', paths), ...pages })
    const differences = async () =>
      (await pagesOf(site)).flatMap(({ url, difference }) => {
        const path = new URL(url).pathname
        return path === '/' ? [] : [`${path} +${difference.added} -${difference.removed}`]
      })
    expect(await differences()).toEqual(paths.map((path, index) => `${path} +${index + 1} -0`))
    await apply(site)
    for (const [index, path] of paths.entries()) website.pages[path] = lines(index + 1, `word${index}`)
    await crawl(site)
    // Pages known from before are compared in the order of their addresses.
    expect(await differences()).toEqual(paths.map((path, index) => `${path} +${index + 1} -${index + 1}`).sort())
  })

  it('asks only whether pages have changed, and writes nothing of sources when none has', async () => {
    const { website, site } = await applied()
    const before = await rowsOf()
    expect(await crawl(site)).toMatchObject({ status: 'applied', asks: [], counts: { unchanged: 13, added: 0 } })
    expect(await rowsOf()).toEqual(before)
    const pages = website.hits.filter(({ path }) => !/robots|sitemap/.test(path))
    expect(pages.length).toBe(13)
    expect(pages.every(({ headers }) => headers['if-none-match'])).toBe(true)
  })

  it('adds, changes and takes away; old text answers until the new is trained', async () => {
    const { website, site } = await applied()
    website.pages['/help/returns'] = says('Returns are accepted within 60 days.')
    website.pages['/'] = says('Shop sells boots for every weather.', [
      '/help/returns',
      '/help/sizes',
      '/all',
      '/help/new',
    ])
    website.pages['/help/new'] = says('Newcomers get a discount of ten percent.')
    website.pages['/p1'] = { status: 410 }
    website.pages['/p2'] = { status: 404 }
    const plan = await crawl(site)
    expect(await changesOf(site)).toEqual({ '/help/returns': 'changed', '/help/new': 'added', '/p1': 'gone' })
    expect(plan).toMatchObject({
      status: 'ready',
      asks: ['policy'],
      counts: { added: 1, changed: 1, gone: 1, unchanged: 11 },
    })
    const changed = (await pagesOf(site)).find(({ change }) => change === 'changed')!
    expect(changed.difference).toEqual({ added: 1, removed: 1 })
    const params = { ...organization(), site, plan: plan.id, page: changed.id }
    const difference = async () => {
      const { before, after } = (await test.request('getPlanPage', { params }, owner)).data
      return [before?.includes('30 days'), after?.includes('60 days')]
    }
    expect(await difference()).toEqual([true, true])
    expect(await statesWhile(['30 days', '60 days'], () => apply(site))).toEqual(['true,false', 'false,true'])
    expect(await siteOf(site)).toMatchObject({ sources: 13, plan: { status: 'applied', failed: 0 } })
    expect(await difference()).toEqual([true, true])
    expect(await ask('Within how many days are returns accepted?')).toContain('60 days')
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/p2': 'gone' })
  })

  it('applies pages and folders that were chosen, and proposes the rest again', async () => {
    const { site } = await start(shop({}, ['/all']))
    const wrong = await apply(site, { folders: ['/nowhere/'] })
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'folders'])
    for (const folder of ['/help', 'help/', '/help/*']) {
      const { status, body } = await apply(site, { folders: ['/help/', folder] })
      expect([status, body.error.details]).toEqual([
        422,
        [{ field: 'folders.1', message: expect.stringContaining('must begin and end with /') }],
      ])
    }
    expect((await apply(site, { pages: [site] })).status).toBe(422)
    expect((await apply(site, { all: true, folders: ['/help/'] })).status).toBe(422)
    expect((await apply(site, { folders: ['/help/'] })).data.progress.total).toBe(2)
    expect((await sources()).map(({ title }) => title).sort()).toEqual(['Returns', 'Sizes'])
    expect(await crawl(site)).toMatchObject({ asks: ['policy'], counts: { added: 11, unchanged: 2 } })
    const [home] = await pagesOf(site)
    expect((await apply(site, { pages: [home!.id] })).data.progress.total).toBe(1)
    expect((await sources()).length).toBe(3)
  })

  it('applies a long plan some pages a job, in turn with those of other organizations', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/m${index}`)
    const pages = paths.map((path, index) => [path, says(`Matter ${index} is about ${index}.`)])
    const { site } = await start({ '/': says('Home lists everything.', paths), ...Object.fromEntries(pages) })
    const turns: (string | undefined)[] = []
    const { jobs } = test.deps
    const { send } = jobs
    jobs.send = (tx, definition, payload, options) => {
      if (definition.name === 'sites.apply') turns.push(definition.fairnessKey?.(payload))
      return send(tx, definition, payload, options)
    }
    try {
      await apply(site)
    } finally {
      jobs.send = send
    }
    expect(turns).toEqual(Array(2).fill(owner.organizationId))
    expect((await siteOf(site)).plan).toMatchObject({ status: 'applied', progress: { done: 61, total: 61 } })
  })

  it('never proposes again what was deleted by hand, and takes over what was made by hand', async () => {
    const { website, site } = await applied()
    const [deleted, other] = (await sources()).filter(({ url }) => /\/p\d$/.test(url ?? ''))
    const key = { key: await owner.key() }
    await test.request('deleteSource', { params: { agent, source: deleted!.id } }, key)
    await test.request('deleteSource', { params: { agent, source: other!.id } }, key)
    await test.request('createSource', { params: { agent }, body: { type: 'url', urls: [other!.url!] } }, key)
    await test.settled()
    expect(await crawl(site)).toMatchObject({ counts: { added: 0, changed: 0, gone: 0, unchanged: 12 } })
    website.pages[new URL(other!.url!).pathname] = says('Part x is new.')
    website.pages[new URL(deleted!.url!).pathname] = says('Part y is new.')
    await crawl(site)
    expect(await changesOf(site)).toEqual({ [new URL(other!.url!).pathname]: 'changed' })
  })

  it('says what the crawl left out, and why', async () => {
    const { website, site } = await applied()
    await test.request('updateSite', { params: { ...organization(), site }, body: { exclude: ['/shop/**'] } }, owner)
    Object.assign(website.pages, {
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
      '/p1': says('Part one leads on.', [
        ...['/nothing', '/broken', '/private', '/list.pdf', '/shop/hat', 'https://example.com/'],
      ]),
      '/broken': { status: 403 },
    })
    const plan = await crawl(site)
    const params = { ...organization(), site, plan: plan.id }
    const { data } = await test.request('listLeftOut', { params }, owner)
    expect(data.filter(({ url }) => url.includes('/shop/'))).toEqual([]) // somebody has decided that
    expect(Object.fromEntries(data.map(({ url, reason }) => [new URL(url).pathname, reason]))).toMatchObject({
      '/nothing': 'not_found',
      '/broken': 'server_error',
      '/private': 'robots',
      '/list.pdf': 'not_a_page',
      '/': 'elsewhere',
    })
  })

  it('is stale when the sources have changed, or a newer plan was made', async () => {
    const { website, site } = await applied()
    website.pages['/p1'] = says('Part one was rewritten.')
    const older = await crawl(site)
    const source = (await sources()).find(({ url }) => url?.endsWith('/p1'))!
    const body = { version: 1, title: 'Mine' }
    await test.request('updateSourceContent', { params: { agent, source: source.id }, body }, owner)
    const stale = await apply(site)
    expect([stale.status, stale.body.error.code]).toEqual([409, 'plan_is_stale'])
    await crawl(site)
    const params = { ...organization(), site, plan: older.id }
    expect((await test.request('applyPlan', { params, body: { all: true } }, owner)).status).toBe(409)
    expect((await apply(site)).status).toBe(202)
    expect((await apply(site)).status).toBe(409) // the plan is applied already
  })

  it.each<[string, (source: string) => Promise<{ status: number }>]>([
    [
      'edited',
      (source) => {
        const params = { agent, source }
        return test.request('updateSourceContent', { params, body: { version: 1, title: 'Mine' } }, owner)
      },
    ],
    [
      'deleted',
      async (source) => test.request('deleteSource', { params: { agent, source } }, { key: await owner.key() }),
    ],
  ])('is stale when a source of the site was %s that the plan leaves as it is', async (_name, change) => {
    const { website, site } = await applied()
    website.pages['/p1'] = says('Part one was rewritten.')
    const plan = await crawl(site)
    expect(await changesOf(site)).toEqual({ '/p1': 'changed' })
    const unchanged = (await sources()).find(({ url }) => url?.endsWith('/p2'))!
    expect((await change(unchanged.id)).status).toBeLessThan(300)
    await test.settled()
    const stale = await apply(site)
    expect([stale.status, stale.body.error.code]).toEqual([409, 'plan_is_stale'])
    expect((await siteOf(site)).plan).toMatchObject({ id: plan.id, status: 'ready' })
    expect((await sources()).find(({ url }) => url?.endsWith('/p1'))!.status).toBe('completed')
    await crawl(site)
    expect((await apply(site)).status).toBe(202)
  })

  it('keeps what is missing once, and a page behind a sign-in form', async () => {
    const { website, site } = await applied()
    website.pages['/p2'] = { status: 302, headers: { location: '/login?next=/p2' } }
    website.pages['/p3'] = { status: 302, headers: { location: '/login?next=/p3' } }
    website.fallback = (path) =>
      path.startsWith('/login') ? '<title>Login</title><main>Login is needed.</main>' : undefined
    for (const _time of [1, 2]) {
      await crawl(site)
      expect(await changesOf(site)).toEqual({})
    }
    await crawl(site)
    expect(await changesOf(site)).toMatchObject({ '/p2': 'gone', '/p3': 'gone' })
  })

  it('neither learns that there is no page at an address, nor forgets the page at once that was there', async () => {
    const { website, site } = await applied()
    website.pages['/p2'] = '<title>Page not found</title><main><h1>Page not found</h1><p>Sorry.</p></main>'
    website.pages['/p3'] = says('Part three was rewritten.', ['/members'])
    website.pages['/members'] = '<title>Sign in</title><main><h1>Sign in</h1><p>Name, password</p></main>'
    for (const _time of [1, 2]) {
      await crawl(site)
      expect(await changesOf(site)).toEqual({ '/p3': 'changed' })
    }
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/p2': 'gone', '/p3': 'changed' })
  })

  it('keeps a page that no page links to any more and no sitemap lists, as long as it answers', async () => {
    const { website, site } = await applied()
    website.pages['/all'] = says('Everything is listed elsewhere.')
    expect(await crawl(site)).toMatchObject({ counts: { added: 0, changed: 1, gone: 0, unchanged: 12 } })
  })

  it('keeps a page that once answers with an error, or that robots.txt forbids', async () => {
    const { website, site } = await applied()
    website.pages['/p2'] = (count) => (count <= 1 + 3 ? { status: 500 } : says('Part 2 is back.')) as Reply
    website.pages['/robots.txt'] = 'User-agent: *\nDisallow: /p3'
    expect(await crawl(site)).toMatchObject({
      status: 'applied',
      counts: { added: 0, changed: 0, gone: 0, unchanged: 13 },
    })
    expect(await missingOf(site)).toEqual({ '/p2': 1, '/p3': 1 })
  })

  it('proposes to take away what robots.txt has forbidden three times, and asks for none of it', async () => {
    const { website, site } = await applied()
    website.pages['/robots.txt'] = 'User-agent: *\nDisallow: /news'
    for (const _time of [1, 2]) {
      await crawl(site)
      expect(await changesOf(site)).toEqual({})
    }
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/news/spring': 'gone' })
    expect(website.hits.some(({ path }) => path.startsWith('/news'))).toBe(false)
  })

  it('does not lose sight of a page that could not be read, when the next crawl fails', async () => {
    const { website, site } = await applied()
    website.pages['/p1'] = says('Part 1 is about thing number 1.', ['/new'])
    website.pages['/new'] = { status: 403 }
    await crawl(site)
    website.pages['/robots.txt'] = { status: 500 }
    expect(await crawl(site)).toMatchObject({ status: 'failed', problem: expect.stringContaining('robots.txt') })
    delete website.pages['/robots.txt']
    website.pages['/new'] = says('Newcomers get a discount of ten percent.')
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/new': 'added' })
  })

  it('goes on where a crawl that failed has found pages which it did not come to', async () => {
    const { website, site } = await applied()
    website.pages['/p1'] = says('Part 1 is about thing number 1.', ['/new'])
    const { id } = await crawl(site)
    // Makes the plan what an outage on the way leaves: the page that links is read, the one it links to is not.
    await test.deps.database.transaction(async (tx) => {
      const { crawl_id } = await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await tx.updateTable('plans').set({ status: 'failed' }).where('id', '=', id).execute()
      const met = tx.updateTable('crawl_pages').set({ state: 'waiting', reason: null }).where('crawl_id', '=', crawl_id)
      await met.where('url', '=', `${website.origin}/new`).execute()
    })
    website.pages['/new'] = says('Newcomers get a discount of ten percent.')
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/new': 'added' })
  })

  it('looks after what it has learnt first, when there is less room than pages', async () => {
    const { website, site } = await start(shop({}, ['/all']))
    await apply(site, { folders: ['/help/', '/news/'] })
    website.pages['/news/spring'] = says('Spring brings new colours in April.')
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 4 // others have taken the rest
    try {
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['changed', 'policy', 'large'] })
      expect(await changesOf(site)).toEqual({ '/': 'added', '/news/spring': 'changed' })
    } finally {
      planQuotas[plan].urls = urls
    }
  })

  it('follows all pages to where they have moved, and loses nothing by it', async () => {
    const { website, site } = await applied()
    const paths = Object.keys(website.pages).filter((path) => path !== '/')
    for (const path of paths) {
      website.pages[`/en${path}`] = website.pages[path]!
      website.pages[path] = { status: 301, headers: { location: `/moved${path}` } }
      website.pages[`/moved${path}`] = { status: 301, headers: { location: `/en${path}` } }
    }
    const plan = await crawl(site)
    expect(plan).toMatchObject({ status: 'ready', asks: ['gone', 'policy'] })
    expect(plan.counts).toEqual({ added: 12, changed: 0, gone: 12, unchanged: 1 })
    expect(await statesWhile(['30 days', '35 to 48', 'number 7'], () => apply(site))).toEqual(['true,true,true'])
    expect(await siteOf(site)).toMatchObject({ sources: 13, plan: { status: 'applied', progress: { done: 24 } } })
    expect(await crawl(site)).toMatchObject({ status: 'applied', counts: { unchanged: 13 } })
  })

  it('takes away what is gone first where there is no room otherwise', async () => {
    const { website, site } = await applied()
    website.pages['/q1'] = website.pages['/p1']!
    website.pages['/p1'] = { status: 301, headers: { location: '/q1' } }
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 13
    try {
      await crawl(site)
      expect((await apply(site)).status).toBe(202)
    } finally {
      planQuotas[plan].urls = urls
    }
    expect(await siteOf(site)).toMatchObject({ sources: 13, plan: { status: 'applied', failed: 0 } })
    expect(await ask('What is part 1 about?')).toContain('thing number 1')
  })

  it('follows a page that has moved', async () => {
    const { website, site } = await applied()
    website.pages['/q1'] = website.pages['/p1']!
    website.pages['/p1'] = { status: 301, headers: { location: '/q1' } }
    await crawl(site)
    expect(await changesOf(site)).toEqual({ '/p1': 'gone', '/q1': 'added' })
  })

  it.each<[string, (website: Website) => void, object]>([
    [
      'says on every page that it is being worked on',
      (website) => {
        for (const path of Object.keys(website.pages)) website.pages[path] = says('Maintenance is going on until noon.')
      },
      { status: 'ready', asks: expect.arrayContaining(['missing', 'alike']), counts: { added: 0, gone: 0 } },
    ],
    [
      'answers 503',
      (website) => {
        website.pages = {}
        website.fallback = (path) => (/robots|sitemap/.test(path) ? undefined : { status: 500 })
      },
      { status: 'failed', problem: expect.stringContaining('500') },
    ],
    [
      'forbids all by robots.txt',
      (website) => {
        website.pages['/robots.txt'] = 'User-agent: *\nDisallow: /'
      },
      { status: 'ready', asks: ['missing', 'policy'], counts: { added: 0, changed: 0, gone: 0, unchanged: 13 } },
    ],
    [
      'has another template on every page',
      (website) => {
        const pages = website.pages
        for (const [path, page] of Object.entries(pages))
          if (!/robots|sitemap/.test(path))
            pages[path] = (count, headers) => {
              const answer = typeof page === 'function' ? page(count, {}) : page
              const body = typeof answer === 'string' ? answer : String(answer.body ?? '')
              return { body: body.replace('</main>', `<p>Now with ${path}.</p></main>`), headers: headers ? {} : {} }
            }
      },
      { status: 'ready', asks: expect.arrayContaining(['changed']), counts: { added: 0, gone: 0, changed: 13 } },
    ],
    [
      'has other navigation and another footer on every page',
      (website) => {
        for (const [path, page] of Object.entries(website.pages))
          website.pages[path] = (count) => {
            const { body } = (page as (count: number, headers: object) => Reply)(count, {})
            const furniture = `<nav><a href="/">Start</a></nav><footer>Impressum ${path} ${count}</footer>`
            return String(body).replace('<main>', `${furniture}<main>`)
          }
      },
      { status: 'applied', asks: [], counts: { added: 0, changed: 0, gone: 0, unchanged: 13 } },
    ],
    [
      'says on every page, each time in other words, that it is being worked on',
      (website) => {
        for (const path of Object.keys(website.pages))
          website.pages[path] = (count) => `<title>Sorry</title><main>Down. Ask for ${path} of ${count}.</main>`
      },
      { status: 'ready', asks: expect.arrayContaining(['changed']), counts: { added: 0, gone: 0 } },
    ],
    [
      'sends everybody to a form to sign in',
      (website) => {
        for (const path of Object.keys(website.pages))
          website.pages[path] = { status: 302, headers: { location: `/members?from=${path}` } }
        website.fallback = (path) =>
          path.startsWith('/members') ? `<title>Members</title><main>For members.</main>` : undefined
      },
      {
        status: 'ready',
        asks: ['missing', 'alike', 'policy'],
        counts: { added: 0, changed: 0, gone: 0, unchanged: 13 },
      },
    ],
    [
      'shows a form to sign in at every address',
      (website) => {
        for (const path of Object.keys(website.pages))
          website.pages[path] = `<title>Sign in</title><main><h1>Sign in</h1><i hidden>${path}</i>Password</main>`
      },
      { status: 'ready', asks: ['missing', 'policy'], counts: { added: 0, changed: 0, gone: 0, unchanged: 13 } },
    ],
    [
      'asks everybody for a password',
      (website) => {
        for (const path of Object.keys(website.pages)) website.pages[path] = { status: 401 }
      },
      { status: 'failed', problem: expect.stringContaining('401') },
    ],
    [
      'lists pages that it does not have',
      (website) => {
        const listed = Array.from({ length: 5 }, (_, index) => `<url><loc>${website.origin}/lie${index}</loc></url>`)
        website.pages['/sitemap.xml'] = `<urlset>${listed.join('')}</urlset>`
        website.fallback = (path) =>
          path.startsWith('/lie')
            ? `<title>Sorry</title><main><p>Sorry, nothing at this address.</p><i hidden>${path}</i></main>`
            : undefined
      },
      { status: 'ready', asks: ['alike', 'policy'], counts: { added: 1, changed: 0, gone: 0, unchanged: 13 } },
    ],
    [
      'is gone',
      (website) => {
        for (const path of Object.keys(website.pages)) website.pages[path] = { status: 410 }
      },
      {
        status: 'ready',
        asks: ['gone', 'missing', 'policy'],
        counts: { added: 0, changed: 0, gone: 13, unchanged: 0 },
      },
    ],
    [
      'has none of its pages any more',
      (website) => {
        website.pages = {}
      },
      { status: 'ready', asks: ['missing', 'policy'], counts: { added: 0, changed: 0, gone: 0, unchanged: 13 } },
    ],
  ])('comes to no harm from a website that %s', async (_what, change, expected) => {
    const { website, site } = await applied()
    change(website)
    const plan = await crawl(site)
    expect(plan).toMatchObject(expected)
    expect((await sources()).length).toBe(13)
  })

  it('takes away what was left out since, and visits none of it', async () => {
    const { website, site } = await applied()
    const params = { ...organization(), site }
    await test.request('updateSite', { params, body: { exclude: ['/news/**'] } }, owner)
    expect(await crawl(site)).toMatchObject({ counts: { gone: 1, added: 0, unchanged: 12 } })
    expect(await changesOf(site)).toEqual({ '/news/spring': 'gone' })
    expect(website.hits.some(({ path }) => path.startsWith('/news'))).toBe(false)
    await test.request('updateSite', { params, body: { exclude: [], include: ['/help/*', '/'] } }, owner)
    expect((await crawl(site)).counts).toMatchObject({ unchanged: 3, gone: 10 })
  })

  it('keeps what a page says around its text when it is trained again by hand', async () => {
    const footer = '<footer><p>Sternwarte, Main Street 5, 1234 Springfield.</p></footer>'
    const home = (text: string) =>
      `<!doctype html><title>Home</title><body><main><h1>Home</h1><p>${text} <a href="/de/">de</a></p></main>${footer}</body>`
    const { site } = await start({ '/': home('We look at stars.'), '/de/': home('Wir schauen Sterne an.') })
    await apply(site)
    const german = (await sources()).find(({ url }) => url?.endsWith('/de/'))!.id
    const text = async () =>
      (await test.request('getSourceContent', { params: { agent, source: german } }, owner)).data.content
    const before = await text()
    expect(before).toContain('Main Street 5')
    const again = { ids: [german], do: 'retrain' as const }
    await test.request('createSourceBulk', { params: { agent }, body: again }, owner)
    await test.settled()
    expect(await text()).toBe(before)
    expect(await crawl(site)).toMatchObject({ status: 'applied', counts: { unchanged: 2, changed: 0 } })
  })

  it('finds again what was left out, although no page that links there has changed', async () => {
    const { site } = await start({
      '/': says('Home is here.', ['/news/spring', '/help/sizes']),
      '/news/spring': says('Spring has come to the shop.'),
      '/help/sizes': says('Boots go from 30 to 50.'),
    })
    await apply(site)
    const params = { ...organization(), site }
    for (const left of [{ exclude: ['/news/**'] }, { exclude: [], include: ['/', '/help/*'] }]) {
      await test.request('updateSite', { params, body: left }, owner)
      expect(await crawl(site)).toMatchObject({ counts: { gone: 1, added: 0 } })
      await apply(site)
      await test.request('updateSite', { params, body: { exclude: [], include: [] } }, owner)
      expect(await crawl(site)).toMatchObject({ counts: { gone: 0, added: 1, unchanged: 2 } })
      await apply(site)
    }
  })

  describe('applied where every check that passes still passes', () => {
    const withCheck = async () => {
      const one = await applied({}, { policy: 'apply_if_green' })
      const body = {
        question: 'Within how many days are returns accepted?',
        expects: 'answers' as const,
        facts: [['30 days']],
      }
      await test.request('createCheck', { params: { agent }, body }, owner)
      return one
    }

    it('lets through what breaks none', async () => {
      const { website, site } = await withCheck()
      website.pages['/help/sizes'] = says('Sizes of boots go from 30 to 52.')
      website.pages['/p1'] = { status: 410 }
      expect(await crawl(site)).toMatchObject({
        status: 'applied',
        asks: [],
        broke: [],
        counts: { changed: 1, gone: 1 },
      })
      expect(await ask('Which sizes do boots have?')).toContain('52')
    })

    it('asks before it adds what somebody has left out, or pages that say the same', async () => {
      const { website, site } = await start(shop({}, ['/all']), { policy: 'apply_if_green' })
      await apply(site, { folders: ['/help/'] })
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['proposed'], counts: { added: 11 } })
      await apply(site)
      website.pages['/sitemap.xml'] =
        `<urlset><url><loc>${website.origin}/lie1</loc></url><url><loc>${website.origin}/lie2</loc></url></urlset>`
      website.fallback = (path) => (path.startsWith('/lie') ? `<main>Sorry.<i hidden>${path}</i></main>` : undefined)
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['alike'], counts: { added: 1 } })
    })

    it('asks before pages leave that were missing only in crawls shortly after one another', async () => {
      const { website, site } = await withCheck()
      website.pages['/p1'] = { status: 404 }
      expect(await crawl(site)).toMatchObject({ status: 'applied', counts: { gone: 0 } })
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['hasty'], counts: { gone: 1 } })
      await apply(site)
      website.pages['/p2'] = { status: 404 }
      await crawl(site)
      clock += DAY_MS
      expect(await crawl(site)).toMatchObject({ status: 'applied', asks: [], counts: { gone: 1 } })
    })

    it('holds back what breaks one, which nobody sees before', async () => {
      const { website, site } = await withCheck()
      website.pages['/help/returns'] = says('Returns are accepted within 60 days.')
      const before = await rowsOf()
      const plan = await crawl(site)
      expect(plan).toMatchObject({ status: 'ready', asks: ['broke'] })
      expect(plan.broke).toMatchObject([{ question: 'Within how many days are returns accepted?' }])
      expect(await rowsOf()).toEqual(before)
      expect(await ask('Within how many days are returns accepted?')).toContain('30 days')
      expect((await apply(site)).status).toBe(202)
      expect(await ask('Within how many days are returns accepted?')).toContain('60 days')
    })

    it('makes all pages live at once', async () => {
      const { website, site } = await withCheck()
      // What the check asks for moves from one page to another, so that either change alone would break it.
      website.pages['/help/returns'] = says('Goods may be sent back as our terms say.')
      website.pages['/help/sizes'] = says('Sizes of boots are as before. Returns are accepted within 30 days.')
      website.pages['/all'] = says('Everything is listed here.', [
        '/p0',
        '/p2',
        '/p3',
        '/p4',
        '/p5',
        '/p6',
        '/p7',
        '/new',
      ])
      website.pages['/new'] = says('Newcomers get a discount of ten percent.')
      website.pages['/p1'] = { status: 410 }
      const words = ['as our terms say', 'as before', 'ten percent', 'number 1']
      const states = await statesWhile(words, async () =>
        expect(await crawl(site)).toMatchObject({
          ...{ status: 'applied', asks: [], failed: 0, progress: { done: 4, total: 4 } },
          counts: { added: 1, changed: 2, gone: 1, unchanged: 10 },
        }),
      )
      expect(states).toEqual(['false,false,false,true', 'true,true,true,false'])
      expect((await pagesOf(site)).map(({ state }) => state)).toEqual(Array(4).fill('done'))
      expect((await sources()).map(({ status, progress }) => `${status} ${progress}`)).toEqual(
        Array(13).fill('completed 100'),
      )
      expect((await siteOf(site)).sources).toBe(13)
      expect(await crawl(site)).toMatchObject({ status: 'applied', counts: { added: 0, changed: 0, unchanged: 13 } })
    })

    /** Does something while a plan is tried, in as many of its trials, and has its last one go on after that. */
    const crawlDisturbed = async (site: string, times: number, disturb: () => Promise<unknown>) => {
      const { knowledge } = test.deps
      const { search } = knowledge
      const trials = new Set<string>()
      knowledge.search = async (question) => {
        if (question.agentId.startsWith('plan ') && !trials.has(question.agentId)) {
          trials.add(question.agentId)
          if (trials.size <= times) await disturb()
        }
        return search(question)
      }
      try {
        return { plan: await crawl(site), trials: trials.size }
      } finally {
        knowledge.search = search
      }
    }
    const params = () => ({ agent })
    const addCheck = (muted: boolean) => {
      const body = { question: 'Which sizes do boots have?', expects: 'answers' as const, facts: [['48']], muted }
      return test.request('createCheck', { params: params(), body }, owner)
    }
    const teach = async () => {
      const body = { type: 'text' as const, content: 'Parcels are sent from Vienna.' }
      const { data } = await test.request('createSource', { params: params(), body }, { key: await owner.key() })
      const { id } = data as { id: string }
      while (!(await sources()).some((source) => source.id === id && source.status === 'completed'))
        await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const changeSettings = (body: Input<'updateAgentSettings'>['body']) =>
      test.request('updateAgentSettings', { params: params(), body }, owner)
    let muted = ''

    it.each<[string, (site: string) => Promise<unknown>, object, number]>([
      ['a check is added that it would break', () => addCheck(false), { status: 'ready', asks: ['broke'] }, 2],
      [
        'a check is counted again that it would break',
        () => test.request('updateCheck', { params: { agent, check: muted }, body: { muted: false } }, owner),
        { status: 'ready', asks: ['broke'] },
        2,
      ],
      [
        'somebody wants to be asked',
        (site) => test.request('updateSite', { params: { ...organization(), site }, body: { policy: 'ask' } }, owner),
        { status: 'ready', asks: ['policy'] },
        2,
      ],
      [
        'the agent is disabled, which it then waits for',
        () => changeSettings({ is_disabled: true }),
        { status: 'crawling' },
        1,
      ],
      ['the agent learns something else', teach, { status: 'applied', asks: [] }, 2],
      ['a setting changes', () => changeSettings({ threshold: 'bold' }), { status: 'applied', asks: [] }, 2],
      ['an action is added', () => buildAction(test, owner, agent), { status: 'applied', asks: [] }, 2],
    ])('is tried anew when %s meanwhile', async (_what, disturb, expected, trials) => {
      const { website, site } = await withCheck()
      muted = (await addCheck(true)).data.id
      website.pages['/help/sizes'] = says('Sizes of boots go from 30 to 52.')
      const found = await crawlDisturbed(site, 1, () => disturb(site))
      expect(found).toMatchObject({ plan: expected, trials })
      const { content } = await test.deps.database.read
        .selectFrom('chunks')
        .select('content')
        .where('agent_id', '=', agent)
        .where('content', 'like', 'Sizes%')
        .executeTakeFirstOrThrow()
      expect(content).toContain(found.plan.status === 'applied' ? '52' : '48')
    })

    it('asks where checks cost credits, and tries none', async () => {
      const { website, site } = await withCheck()
      const theirs = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'theirs')!
      await test.request('updateAgent', { params: params(), body: { model_id: theirs.id } }, { key: await owner.key() })
      website.pages['/help/sizes'] = says('Sizes of boots go from 30 to 52.')
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['model'], counts: { changed: 1 } })
    })

    it('asks when the agent changes in each of three trials, and nothing is live', async () => {
      const { website, site } = await withCheck()
      website.pages['/help/sizes'] = says('Sizes of boots go from 30 to 52.')
      const before = await rowsOf()
      const rename = () =>
        test.request('updateAgentSettings', { params: params(), body: { instructions: newId() } }, owner)
      expect(await crawlDisturbed(site, 3, rename)).toMatchObject({
        plan: { status: 'ready', asks: ['unsettled'] },
        trials: 3,
      })
      expect(await rowsOf()).toEqual(before)
    })

    it.each<[string, number, Settings['policy'], string[]]>([
      ['is too large to go live at once', 101, 'apply_if_green', ['large']],
      ['has more pages than checks are tried with', 1_001, 'ask', ['policy', 'large']],
    ])('asks when the plan %s, and trains on none of it', async (_what, count, policy, asks) => {
      const more = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`/more${at}`, says(`More${at} is about matter ${at}.`)]),
      )
      const { website, site } = await applied({}, { policy })
      if (policy === 'ask') await addCheck(false)
      Object.assign(website.pages, more)
      website.pages['/all'] = says('Everything is listed here.', [
        ...Array.from({ length: 8 }, (_, index) => `/p${index}`),
        ...Object.keys(more),
      ])
      const { knowledge } = test.deps
      const { embed } = knowledge
      let embedded = 0
      knowledge.embed = (texts) => {
        embedded += texts.length
        return embed(texts)
      }
      try {
        expect(await crawl(site)).toMatchObject({ status: 'ready', asks, counts: { added: count } })
      } finally {
        knowledge.embed = embed
      }
      expect(embedded).toBe(0)
      expect((await sources()).length).toBe(13)
    })

    it('goes live once, when the worker is stopped while it is tried', async () => {
      const { website, site } = await withCheck()
      website.pages['/help/sizes'] = says('Sizes of boots go from 30 to 52.')
      const { plan } = await crawlDisturbed(site, 1, async () => {
        void test.deps.jobs.stop(0).then(() => test.deps.jobs.start(jobHandlers(test.deps)))
      })
      expect(plan).toMatchObject({ status: 'applied', counts: { changed: 1 } })
      expect((await sources()).length).toBe(13)
    })
  })

  it('is crawled when it is due, once for all that was missed, and not while its agent is disabled', async () => {
    const { website, site } = await applied({}, { schedule: 'daily', hour: 3 })
    const first = Date.parse((await siteOf(site)).next_at!)
    expect(first).toBeGreaterThan(clock)
    expect(first - clock).toBeLessThanOrEqual(DAY_MS)
    const { read } = test.deps.database
    const plans = async () => (await read.selectFrom('plans').select('id').where('site_id', '=', site).execute()).length
    await queueSites(test.deps)
    expect(await plans()).toBe(1)
    clock = first + 3 * DAY_MS + 1
    await Promise.all([queueSites(test.deps), queueSites(test.deps)])
    await test.settled()
    expect(await plans()).toBe(2)
    expect(website.hits.length).toBeGreaterThan(0)
    const next = Date.parse((await siteOf(site)).next_at!)
    expect(next - clock).toBeLessThanOrEqual(DAY_MS)
    const disable = (is_disabled: 0 | 1) =>
      test.deps.database.transaction((tx) =>
        tx.updateTable('agents').set({ is_disabled }).where('id', '=', agent).execute(),
      )
    await disable(1)
    clock = next + 1
    await queueSites(test.deps)
    expect(await plans()).toBe(2)
    const params = { ...organization(), site }
    expect((await test.request('createPlan', { params }, owner)).status).toBe(423)
    const body = { schedule: 'off' as const }
    expect((await test.request('updateSite', { params, body }, owner)).data.next_at).toBeNull()
    await disable(0)
  })

  it('is crawled at the hour of another time zone once its organization has moved there', async () => {
    const { site } = await applied({}, { schedule: 'daily', hour: 3 })
    const move = (time_zone: string) =>
      test.request('updateOrganization', { params: organization(), body: { time_zone } }, owner)
    const hourOfNext = async () => new Date((await siteOf(site)).next_at!).getUTCHours()
    expect((await move('Asia/Tokyo')).status).toBe(200)
    expect(await hourOfNext()).toBe(18)
    clock = Date.parse((await siteOf(site)).next_at!)
    await move('UTC')
    expect(await hourOfNext()).toBe(18) // it is due
    await queueSites(test.deps)
    await test.settled()
    expect(await hourOfNext()).toBe(3)
  })

  it('goes with its agent; its sources stay when it is forgotten', async () => {
    const { site } = await applied()
    const params = { ...organization(), site }
    expect((await test.request('deleteSite', { params }, owner)).status).toBe(204)
    expect((await test.request('getSite', { params }, owner)).status).toBe(404)
    expect((await sources()).length).toBe(13)
    const { read } = test.deps.database
    const left = async () =>
      (await read.selectFrom('plan_pages').select('id').where('source_id', '!=', '').execute()).length
    const other = await start({ '/': says('Home is here.') })
    const before = await left()
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    expect((await test.request('listSites', { params: organization() }, owner)).data).toEqual([])
    expect([await left(), other.site.length]).toEqual([before, 36])
  })

  it.each([
    [
      'website is forgotten',
      (site: string) => test.request('deleteSite', { params: { ...organization(), site } }, owner),
    ],
    ['agent is deleted', async () => test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })],
  ])('stops asking for pages when its %s', async (_what, forget) => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const paths = Array.from({ length: 3_000 }, (_, index) => `/n${index}`)
    const website = await startWebsite({ '/': says('Home lists everything.', paths) })
    websites.push(website)
    website.fallback = (path) => ({
      ...{ body: `<title>${path}</title><main>This is ${path}.</main>` },
      after: new Promise((resolve) => setTimeout(resolve, 50)),
    })
    const body = { url: `${website.origin}/`, agent_id: agent }
    const site = (await test.request('createSite', { params: organization(), body }, owner)).data.id
    while (website.hits.length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await forget(site)).status).toBe(204)
    await test.settled()
    expect(website.hits.length).toBeLessThan(paths.length)
  })

  it('goes on where a stopped worker left it, in a crawl and in a plan', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`/p${at}`, says(`Part ${at} is about ${at}.`)]),
    )
    const slow: Page = (count) => ({ body: 'Slow is this page.', after: count === 1 ? never : undefined })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const website = await startWebsite({
      '/': says('Home is here.', [...Object.keys(pages), '/slow']),
      ...pages,
      '/slow': slow,
    })
    websites.push(website)
    const body = { url: `${website.origin}/`, agent_id: agent }
    const site = (await test.request('createSite', { params: organization(), body }, owner)).data.id
    const until = async (isSo: () => Promise<boolean>) => {
      while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await until(async () => (await siteOf(site)).plan!.progress.done >= 7)
    await until(async () => website.hits.some(({ path }) => path === '/slow'))
    await test.deps.jobs.stop(0)
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    const paths = ['/', ...Object.keys(pages), '/slow']
    expect(await changesOf(site)).toEqual(Object.fromEntries(paths.map((path) => [path, 'added'])))
    expect((await siteOf(site)).plan).toMatchObject({ status: 'ready', counts: { added: 8 } })
    const asked = website.hits
      .map(({ path }) => path)
      .filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml')
    expect(asked.sort()).toEqual([...paths, '/slow'].sort())
    const plan = (await siteOf(site)).plan!.id
    await test.request('applyPlan', { params: { ...organization(), site, plan }, body: { all: true } }, owner)
    await until(async () => (await sources()).length >= 2)
    await test.deps.jobs.stop(0)
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    expect(await siteOf(site)).toMatchObject({ sources: 8, plan: { status: 'applied', failed: 0 } })
    expect((await sources()).map(({ status }) => status)).toEqual(Array(8).fill('completed'))
    expect(website.hits.length).toBe(asked.length + 4) // robots.txt and the sitemap once more
  })

  it('refuses a plan beyond the quota, and takes what there is room for', async () => {
    const { site } = await start(shop({}, ['/all']))
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 3 // sources may have been added since the crawl, which finds no more than there is room for
    try {
      const refused = await apply(site)
      expect([refused.status, refused.body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
      expect(await sources()).toEqual([])
      expect((await apply(site, { folders: ['/help/'] })).status).toBe(202)
    } finally {
      planQuotas[plan].urls = urls
    }
    expect((await sources()).length).toBe(2)
  })

  it('says that the quota has no room, and not that nothing has changed', async () => {
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 0
    try {
      const { site, website } = await start(shop({}, ['/all']))
      const problem = 'Your plan has no room for pages. Delete sources, or choose a larger plan, and crawl it again.'
      expect((await siteOf(site)).plan).toMatchObject({ status: 'failed', problem })
      expect(website.hits).toEqual([])
    } finally {
      planQuotas[plan].urls = urls
    }
  })

  it('keeps twenty plans with their crawls', async () => {
    const { site } = await start(shop())
    const { read, transaction } = test.deps.database
    const [plan] = await read.selectFrom('plans').selectAll().where('site_id', '=', site).execute()
    const [crawled] = await read.selectFrom('crawls').selectAll().where('id', '=', plan!.crawl_id).execute()
    await transaction(async (tx) => {
      for (let count = 0; count < 21; count += 1) {
        const crawl_id = newId()
        await tx
          .insertInto('crawls')
          .values({ ...crawled!, id: crawl_id })
          .execute()
        await tx
          .insertInto('plans')
          .values({ ...plan!, id: newId(), crawl_id, status: 'failed' })
          .execute()
      }
    })
    await test.request('createPlan', { params: { ...organization(), site } }, owner)
    const plans = await read.selectFrom('plans').select('crawl_id').where('site_id', '=', site).execute()
    expect(plans).toHaveLength(20)
    const kept = plans.map(({ crawl_id }) => crawl_id)
    const crawls = await read.selectFrom('crawls').select('id').where('url', '=', crawled!.url).execute()
    expect(crawls.filter(({ id }) => !kept.includes(id))).toEqual([])
  })

  it('refuses an agent of elsewhere, and more or longer globs than are read', async () => {
    const { website, site } = await start({ '/': says('Home is here.') })
    const stranger = await test.signUp()
    const theirs = (await buildAgent(test, stranger)).id
    const body = { url: `${website.origin}/`, agent_id: theirs }
    const { status, body: refused } = await test.request('createSite', { params: organization(), body }, owner)
    expect([status, refused.error.details[0].field]).toEqual([422, 'agent_id'])
    const params = { ...organization(), site }
    const globs = async (include: string[]) =>
      (await test.request('updateSite', { params, body: { include } }, owner)).status
    expect([await globs(Array(51).fill('/a')), await globs([`/${'a'.repeat(200)}`])]).toEqual([422, 422])
    const { body: never } = await test.request('updateSite', { params, body: { exclude: ['/a', 'docs/**'] } }, owner)
    expect(never.error.details).toEqual([
      { field: 'exclude.1', message: expect.stringContaining('must begin with / or *') },
    ])
    expect(await globs(['/a', '*', '**/print'])).toBe(200)
    expect(await globs(Array(50).fill(`/${'a'.repeat(199)}`))).toBe(200)
  })

  it('leaves alone the sources that its patterns do not include, and what another website of the agent wants', async () => {
    const parts = Array.from({ length: 8 }, (_, index) => `/p${index}`)
    const index = says('Index of parts and help.', [...parts, '/help/returns', '/help/sizes'])
    const { website, site } = await start(shop({ '/index': index }), { include: ['/help/**'] })
    await apply(site)
    const byHand = { type: 'url' as const, urls: [`${website.origin}/news/spring`] }
    await test.request('createSource', { params: { agent }, body: byHand }, { key: await owner.key() })
    const body = { url: `${website.origin}/index`, agent_id: agent, include: ['/p*'] }
    const other = (await test.request('createSite', { params: organization(), body }, owner)).data.id
    await test.settled()
    await apply(other)
    const include = (globs: string[]) =>
      test.request('updateSite', { params: { ...organization(), site: other }, body: { include: globs } }, owner)
    const nothing = { status: 'applied', counts: { added: 0, changed: 0, gone: 0 } }
    expect([await crawl(site), await crawl(other)]).toMatchObject([nothing, nothing])
    await include(['/p*', '/help/**'])
    expect((await crawl(other)).counts.unchanged).toBe(10) // both want the pages below /help/
    await include(['/p*'])
    expect(await crawl(other)).toMatchObject(nothing)
    await include(['/p1'])
    expect(await crawl(other)).toMatchObject({ status: 'ready', counts: { gone: 7, unchanged: 1 } })
  })

  it('asks about the first pages that it finds, although an earlier crawl has found none', async () => {
    const { website, site } = await start({ '/': '<title>Soon</title><main></main>' }, { policy: 'apply_if_green' })
    expect((await siteOf(site)).plan).toMatchObject({ status: 'applied', counts: { added: 0, unchanged: 0 } })
    website.pages['/'] = says('Shop sells boots for every weather.')
    expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['first'], counts: { added: 1 } })
    expect(await sources()).toEqual([])
  })

  it('has room for the pages that are wanted, however many others there are, and says when that is not enough', async () => {
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 3
    try {
      const { site } = await start(shop({}, ['/all']), { include: ['/p*'] })
      expect((await siteOf(site)).plan).toMatchObject({ asks: ['first', 'policy', 'large'], counts: { added: 3 } })
      await apply(site)
      expect(await crawl(site)).toMatchObject({ status: 'ready', asks: ['policy', 'large'], counts: { unchanged: 3 } })
      const body = { include: ['/p0', '/p1', '/p2'] }
      await test.request('updateSite', { params: { ...organization(), site }, body }, owner)
      expect(await crawl(site)).toMatchObject({ status: 'applied', asks: [], counts: { unchanged: 3 } })
    } finally {
      planQuotas[plan].urls = urls
    }
  })

  it('keeps pages true that were made by hand, where there is no room for more', async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const website = await startWebsite({ '/': says('Home is here.', ['/a']), '/a': says('Aprons cost 20 euros.') })
    websites.push(website)
    const byHand = { type: 'url' as const, urls: [`${website.origin}/`, `${website.origin}/a`] }
    await test.request('createSource', { params: { agent }, body: byHand }, { key: await owner.key() })
    await test.settled()
    const { planQuotas } = test.deps.config
    const { plan } = (await test.request('getOrganization', { params: organization() }, owner)).data
    const { urls } = planQuotas[plan]
    planQuotas[plan].urls = 2
    try {
      website.pages['/a'] = says('Aprons cost 30 euros.')
      const body = { url: `${website.origin}/`, agent_id: agent }
      const site = (await test.request('createSite', { params: organization(), body }, owner)).data.id
      await test.settled()
      expect(await changesOf(site)).toEqual({ '/a': 'changed' })
    } finally {
      planQuotas[plan].urls = urls
    }
  })

  it('looks again at what was a copy, led elsewhere or was a file, although no page that links there has changed', async () => {
    const paths = ['/copy', '/old', '/away', '/paper']
    const { website, site } = await start({
      '/': says('Home is here.', ['/boots', ...paths, '/file.pdf']),
      '/boots': says('Boots go from 30 to 50.'),
      '/copy': says('Boots go from 30 to 50.'),
      '/old': { status: 301, headers: { location: '/boots' } },
      '/away': { status: 301, headers: { location: 'https://example.org/' } },
      '/paper': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    })
    expect((await apply(site)).data.progress.total).toBe(2)
    for (const path of paths) website.pages[path] = says(`Page ${path} is a page of its own.`)
    await crawl(site)
    expect(await changesOf(site)).toEqual(Object.fromEntries(paths.map((path) => [path, 'added'])))
    expect(website.hits.some(({ path }) => path === '/file.pdf')).toBe(false)
  })

  it('says of an address that never had a page that it could not be read, however often it is crawled', async () => {
    const { site } = await start({})
    const failed = { status: 'failed', problem: expect.stringContaining('404') }
    expect((await siteOf(site)).plan).toMatchObject(failed)
    expect(await crawl(site)).toMatchObject(failed)
  })

  it('applies nothing of a plan that patterns set since then decide otherwise', async () => {
    const { site } = await start(shop())
    const exclude = (globs: string[]) =>
      test.request('updateSite', { params: { ...organization(), site }, body: { exclude: globs } }, owner)
    const paths = async () => (await sources()).map(({ url }) => new URL(url!).pathname).sort()
    await exclude(['/news/**'])
    expect((await apply(site)).data.progress.total).toBe(3)
    expect(await paths()).toEqual(['/', '/help/returns', '/help/sizes'])
    await exclude(['/**'])
    expect((await crawl(site)).counts.gone).toBe(3)
    await exclude(['/news/**', '/help/sizes'])
    expect((await apply(site)).data.progress.total).toBe(1)
    expect(await paths()).toEqual(['/', '/help/returns'])
    await exclude([])
    expect((await crawl(site)).counts.added).toBe(2)
    await exclude(['/**'])
    const stale = await apply(site)
    expect([stale.status, stale.body.error.code]).toEqual([409, 'plan_is_stale'])
  })

  it('takes over a source that somebody makes of a page while that is being applied', async () => {
    const { website, site } = await start({ '/': says('Home is here.', ['/a']), '/a': says('Aprons cost 20 euros.') })
    await test.deps.jobs.stop(0)
    const plan = (await siteOf(site)).plan!.id
    await test.request('applyPlan', { params: { ...organization(), site, plan }, body: { all: true } }, owner)
    const byHand = { type: 'url' as const, urls: [`${website.origin}/a`] }
    await test.request('createSource', { params: { agent }, body: byHand }, { key: await owner.key() })
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    expect((await sources()).map(({ url }) => url).sort()).toEqual([`${website.origin}/`, `${website.origin}/a`])
    expect(await siteOf(site)).toMatchObject({ sources: 2, plan: { status: 'applied', failed: 0 } })
    expect(await crawl(site)).toMatchObject({ status: 'applied', counts: { added: 0, gone: 0, unchanged: 2 } })
  })

  it('keeps a plan that waits when a later crawl fails, but for pages which that has read anew', async () => {
    const { website, site } = await start(shop())
    const waiting = (await siteOf(site)).plan!
    clock += 1_000
    website.pages['/robots.txt'] = { status: 500 }
    await crawl(site)
    const problem = expect.stringContaining('robots.txt')
    expect(await siteOf(site)).toMatchObject({ plan: { id: waiting.id, status: 'ready' }, problem })
    await test.deps.database.transaction((tx) =>
      tx
        .updateTable('site_pages')
        .set({ read_at: clock + 1 })
        .where('url', '=', `${website.origin}/news/spring`)
        .execute(),
    )
    clock += 1_000
    expect((await apply(site)).status).toBe(409)
    expect((await apply(site, { folders: ['/help/'] })).status).toBe(202)
    expect(await siteOf(site)).toMatchObject({ plan: { id: waiting.id, status: 'applied' }, sources: 2, problem })
    clock += 1_000
    expect(await crawl(site)).toMatchObject({ status: 'failed' })
    expect((await siteOf(site)).problem).toBeNull()
  })

  it('crawls the other websites that are due when one of them can not be queued', async () => {
    const one = await start({ '/': says('Home is here.') }, { schedule: 'daily' })
    const unlucky = organization().organization
    const other = await start({ '/': says('Home is there.') }, { schedule: 'daily' })
    const { read } = test.deps.database
    const plans = async ({ site }: { site: string }) =>
      (await read.selectFrom('plans').select('id').where('site_id', '=', site).execute()).length
    const { jobs } = test.deps
    const { send } = jobs
    jobs.send = (tx, definition, payload, ...more) =>
      (payload as { organizationId?: string }).organizationId === unlucky
        ? Promise.reject(new Error('The queue is full.'))
        : send(tx, definition, payload, ...more)
    clock += DAY_MS + 1
    try {
      await queueSites(test.deps)
    } finally {
      jobs.send = send
    }
    expect([await plans(one), await plans(other)]).toEqual([1, 2])
    await queueSites(test.deps)
    expect(await plans(one)).toBe(2)
  })

  it('keeps the canonical address of a website, and refuses it a second time for the same agent', async () => {
    const { website, site } = await start({ '/': says('Home is here.') })
    const add = (url: string, agent_id = agent) =>
      test.request('createSite', { params: organization(), body: { url, agent_id } }, owner)
    for (const spelling of ['', '/', '/#top', '/?utm_source=mail']) {
      const { status, body } = await add(website.origin + spelling)
      expect([status, body.error.details]).toEqual([
        422,
        [{ field: 'url', message: 'The url field names a website that this agent has already.' }],
      ])
    }
    const { data } = await add(`${website.origin}/help?utm_source=mail#top`)
    expect(data.url).toBe(`${website.origin}/help`)
    expect((await add(website.origin, (await buildAgent(test, owner)).id)).status).toBe(201)
    await test.request('deleteSite', { params: { ...organization(), site } }, owner)
    expect((await add(website.origin)).status).toBe(201)
  })

  it('answers with the plan that is under way when asked for another', async () => {
    const { site } = await applied()
    const params = { ...organization(), site }
    await test.deps.jobs.stop(0) // so that the first one is still to come when the second is asked for
    const first = await test.request('createPlan', { params }, owner)
    const second = await test.request('createPlan', { params }, owner)
    expect([first.status, second.status, second.data.id]).toEqual([202, 202, first.data.id])
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    expect((await siteOf(site)).plan).toMatchObject({ id: first.data.id, status: 'applied' })
  })
})
