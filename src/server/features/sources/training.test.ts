import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../adapters/extract/files.fixture.ts'
import { systemContext } from '../../context.ts'
import { jobHandlers } from '../../jobs/registry.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { html, never, startWebsite, type Website } from '../../testing/website.ts'
import { searchKnowledge, startSources } from './index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RATES = { read: 100_000, write: 10_000, training: 10_000, polling: 100_000 }

describe.each(databases())('training on $name', (database) => {
  let site: Website
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let late = 0

  beforeAll(async () => {
    site = await startWebsite()
    test = await createTestApp({
      database,
      env: { RATE_LIMITS: JSON.stringify(RATES), OUTBOUND_ALLOW: site.host, LOG_LEVEL: 'silent' },
      now: () => Date.now() + late,
    })
    owner = await test.signUp()
    key = await owner.key()
  })
  afterEach(() => test.settled())
  afterAll(async () => {
    await test.close()
    await site.close()
  })

  interface Made {
    id: string
    task_id: string
  }
  const start = async () => {
    agent = (await buildAgent(test, owner)).id
  }
  const url = async (...paths: string[]) => {
    const urls = paths.map((path) => site.origin + path)
    const answer = await test.request('createSource', { params: { agent }, body: { type: 'url', urls } }, { key })
    expect(answer.status).toBe(201)
    return answer.data as Made[]
  }
  const text = async (content: string) => {
    const body = { type: 'text' as const, content }
    return (await test.request('createSource', { params: { agent }, body }, { key })).data as Made
  }
  const get = async (source: string) => (await test.request('getSource', { params: { agent, source } }, { key })).data
  const job = async (taskId: string) =>
    (await test.request('getTrainingJob', { params: { agent, taskId } }, { key })).data
  const retrain = async (source: string) =>
    (await test.request('retrainSource', { params: { agent, source } }, { key })).data.task_id
  const remove = (source: string) => test.request('deleteSource', { params: { agent, source } }, { key })
  const search = async (question: string) => {
    const ctx = systemContext(test.deps)
    const row = await test.deps.database.read
      .selectFrom('agents')
      .select(['id', 'knowledge_version'])
      .where('id', '=', agent)
      .executeTakeFirstOrThrow()
    return searchKnowledge(ctx, row, question)
  }
  const until = async (isSo: () => Promise<boolean>) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; )
      if (await isSo()) return
      else await new Promise((resolve) => setTimeout(resolve, 15))
    throw new Error('It did not come to that within 60 s.')
  }
  const ended = (taskId: string) => until(async () => ['completed', 'failed'].includes((await job(taskId)).status))

  it('finds what it was taught, with the title and address it stands at', async () => {
    await start()
    site.pages['/hours'] = `<title>Opening hours</title><main><h1>Opening hours</h1>
      <p>The observatory is open on clear nights from nine in the evening until midnight.</p></main>`
    await url('/hours')
    await text('# Parking\n\nParking costs two euros an hour behind the library.')
    await test.settled()
    const [hours] = await search('When is the observatory open?')
    expect(hours).toMatchObject({ title: 'Opening hours', url: `${site.origin}/hours` })
    expect(hours?.content).toContain('clear nights')
    const [parking] = await search('What does parking cost?')
    expect(parking).toMatchObject({ title: 'Parking', url: null })
  })

  it('reads what an address gives, by its content: Markdown, plain text, a page behind a redirect, a PDF', async () => {
    await start()
    const pdf = makePdf([[{ text: 'The tower was finished in 1632.', size: 12 }]])
    Object.assign(site.pages, {
      '/notes': { headers: { 'content-type': 'text/markdown' }, body: '# Notes\n\nThe lamp needs oil once a week.' },
      '/plain': { headers: { 'content-type': 'text/plain' }, body: 'The well is forty metres deep.' },
      '/moved': { status: 301, headers: { location: '/now' } },
      '/now': html('The new place'),
      '/file': { headers: { 'content-type': 'application/pdf' }, body: pdf },
    })
    const made = await url('/notes', '/plain', '/moved', '/file')
    await test.settled()
    for (const { id } of made) expect((await get(id)).status).toBe('completed')
    expect((await get(made[0]!.id)).title).toBe('Notes')
    expect((await get(made[2]!.id)).title).toBe('The new place')
    expect((await search('How deep is the well?'))[0]?.content).toContain('forty metres')
    expect((await search('When was the tower finished?'))[0]?.content).toContain('1632')
  })

  it('follows pages that only send their readers on, with the cookies that they set', async () => {
    await start()
    const sendOn = (to: string) => `<title>Moved</title><meta http-equiv="refresh" content="0; url=${to}">`
    Object.assign(site.pages, {
      '/old': { headers: { refresh: '0; url=/script' } },
      '/script': '<title>Moved</title><script>location.replace("/older")</script>',
      '/older': `${sendOn('/newest')}<p>You are sent on. Click here if you are not.</p>`,
      '/newest': html('The newest place'),
      '/ring': sendOn('/ring?again'),
      '/ring?again': sendOn('/ring'),
      '/checks': (_count: number, headers: IncomingHttpHeaders) =>
        headers.cookie === 'seen=yes' ? html('Behind the check') : { status: 302, headers: { location: '/checked' } },
      '/checked': { headers: { 'set-cookie': 'seen=yes' }, body: sendOn('/checks') },
    })
    const made = await url('/old', '/ring', '/checks')
    await test.settled()
    expect(await get(made[0]!.id)).toMatchObject({ status: 'completed', title: 'The newest place' })
    expect(await get(made[2]!.id)).toMatchObject({ status: 'completed', title: 'Behind the check' })
    expect(await job(made[1]!.task_id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/without end\.$/),
    })
  })

  it('learns telephone and address from around the text once, from the first page of a website', async () => {
    await start()
    const footer = '<footer><p>Sternwarte, Main Street 5, 1234 Springfield.</p></footer>'
    for (const name of ['first', 'second'])
      site.pages[`/around-${name}`] = html(`The ${name} page`).replace('</body>', `${footer}</body>`)
    const [first] = await url('/around-first')
    const [second] = await url('/around-second')
    await test.settled()
    const says = async (made: Made) => {
      const answer = await test.request('getSourceContent', { params: { agent, source: made.id } }, owner)
      return JSON.stringify(answer.data).includes('Main Street 5')
    }
    expect([await says(first!), await says(second!)]).toEqual([true, false])
    expect((await search('What is the address of the observatory, which street?'))[0]?.content).toContain(
      'Main Street 5',
    )
  })

  it('refuses forms to sign in, checks for programs, and pages that say they are not there', async () => {
    await start()
    const form = (title: string, text = 'Enter your name and password to go on.') =>
      `<title>${title}</title><main><h1>${title}</h1><p>${text}</p><form><input name="n"><input type="password"></form></main>`
    Object.assign(site.pages, {
      '/members': { status: 302, headers: { location: '/login?next=/members' } },
      '/login?next=/members': form('Welcome back', 'The team of the observatory is glad that you are here.'),
      '/intern': { status: 302, headers: { location: '/de/seite' } },
      '/de/seite': form('Anmelden – Sternwarte'),
      '/sign-in': form('Sign in'),
      '/soft-404':
        '<title>Page not found</title><main><h1>Page not found</h1><p>It may have moved. Try the search.</p></main>',
      '/guarded':
        '<title>Just a moment...</title><main><h1>boots.example</h1><p>Checking if the connection is secure.</p></main>',
      '/shop': { status: 301, headers: { location: '/en/shop' } },
      '/en/shop': form('Shop', 'Lamps cost nine euros and chairs cost forty euros.'),
      '/help/login': `<title>How to log in</title><main><h1>How to log in</h1><p>${'Open the menu and choose your account. '.repeat(20)}</p><input type="password"></main>`,
    })
    const refused = await url('/members', '/intern', '/sign-in', '/soft-404', '/guarded')
    const learnt = await url('/shop', '/help/login')
    await test.settled()
    const errors = await Promise.all(refused.map(async ({ task_id }) => (await job(task_id)).error))
    expect(errors).toEqual([
      expect.stringContaining('asks to sign in'),
      expect.stringContaining('asks to sign in'),
      expect.stringContaining('asks to sign in'),
      expect.stringContaining('no page at this address'),
      expect.stringContaining('a check for programs'),
    ])
    for (const { id } of learnt) expect((await get(id)).status).toBe('completed')
  })

  it('fails at once, in words, for what another try would not change', async () => {
    await start()
    Object.assign(site.pages, {
      '/private': { status: 403 },
      '/picture': { headers: { 'content-type': 'image/png' }, body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]) },
      '/empty': '<title>Empty</title><body></body>',
      '/inside': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
      '/around': { status: 302, headers: { location: '/around' } },
    })
    const before = site.hits.length
    const made = await url('/gone', '/private', '/picture', '/empty', '/inside', '/around')
    const errors: (string | null)[] = []
    for (const { task_id } of made) {
      await ended(task_id)
      const { status, error, progress } = await job(task_id)
      expect([status, progress < 100]).toEqual(['failed', true])
      errors.push(error)
    }
    expect(errors).toEqual([
      expect.stringContaining('no page at this address'),
      expect.stringContaining('without signing in'),
      expect.stringContaining('image/png'),
      expect.stringMatching(/no readable text|no text/i),
      expect.stringContaining('private or reserved address'),
      expect.stringContaining('redirects more than five times'),
    ])
    for (const error of errors) expect(error).toMatch(/^[A-Z\d].*[.]$/)
    for (const { id } of made) expect((await get(id)).status).toBe('failed')
    for (const path of ['/gone', '/private', '/picture', '/empty'])
      expect(site.hits.slice(before).filter((hit) => hit.path === path)).toHaveLength(1)
  })

  it('tries again what fails in passing, and no more than three times', async () => {
    await start()
    site.pages['/shaky'] = (count) => (count === 1 ? { isBroken: true } : html('Shaky'))
    site.pages['/down'] = { status: 503 }
    const [shaky, down] = await url('/shaky', '/down')
    const seen = new Set<string>()
    await until(async () => {
      const { status } = await get(down!.id)
      seen.add(status)
      return status === 'failed'
    })
    expect(seen).toContain('pending')
    expect((await job(down!.task_id)).error).toContain('503')
    expect(site.hits.filter(({ path }) => path === '/down')).toHaveLength(3)
    expect((await get(shaky!.id)).status).toBe('completed')
  })

  it('reports progress that never falls', async () => {
    await start()
    const paragraphs = Array.from(
      { length: 100 },
      (_, index) => `Paragraph ${index} ${'tells a story of its own. '.repeat(20)}`,
    )
    const made = await text(paragraphs.join('\n\n').slice(0, 40_000))
    const seen: number[] = []
    await until(async () => {
      const { progress, status } = await job(made.task_id)
      seen.push(progress)
      return status === 'completed'
    })
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(seen.at(-1)).toBe(100)
    expect(new Set(seen).size).toBeGreaterThan(2)
  })

  it('forgets the old text when it is to be trained again, and answers from the new one', async () => {
    await start()
    site.pages['/price'] = html('A ticket costs seven crowns')
    const [made] = await url('/price')
    await test.settled()
    const mayAnswer = Promise.withResolvers<void>()
    site.pages['/price'] = { body: html('A ticket costs nine crowns'), after: mayAnswer.promise }
    const task = await retrain(made!.id)
    expect(task).not.toBe(made!.task_id)
    await until(async () => (await get(made!.id)).status === 'processing')
    expect(await search('What does a ticket cost?')).toEqual([])
    mayAnswer.resolve()
    await ended(task)
    expect((await search('What does a ticket cost?'))[0]?.content).toContain('nine')
    expect((await get(made!.id)).task_id).toBe(task)
  })

  it('knows nothing of a page any more that is gone when it trains again', async () => {
    await start()
    site.pages['/fragile'] = html('Fragile goods are packed in straw')
    const [made] = await url('/fragile')
    await test.settled()
    site.pages['/fragile'] = { status: 404 }
    await ended(await retrain(made!.id))
    expect((await get(made!.id)).status).toBe('failed')
    expect(await search('How are fragile goods packed?')).toEqual([])
  })

  it('lets a newer training take the place of a running one', async () => {
    await start()
    const mayAnswer = Promise.withResolvers<void>()
    site.pages['/race'] = (count) => ({
      body: html(`Version ${count} of the page`),
      after: count === 1 ? mayAnswer.promise : undefined,
    })
    const [made] = await url('/race')
    await until(async () => (await job(made!.task_id)).status === 'processing')
    const task = await retrain(made!.id)
    expect(await job(made!.task_id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('newer training'),
    })
    mayAnswer.resolve()
    await ended(task)
    await test.settled()
    expect(await get(made!.id)).toMatchObject({ status: 'completed', task_id: task, title: 'Version 2 of the page' })
    const chunks = await test.deps.database.read
      .selectFrom('chunks')
      .select('content')
      .where('source_id', '=', made!.id)
      .execute()
    expect(chunks.every(({ content }) => content.includes('Version 2'))).toBe(true)
  })

  it('ends quietly when its source, or its agent, is deleted meanwhile', async () => {
    await start()
    const mayAnswer = Promise.withResolvers<void>()
    site.pages['/doomed'] = { body: html('Doomed'), after: mayAnswer.promise }
    const [first, second] = [(await url('/doomed'))[0]!, await text('Also doomed.')]
    await until(async () => (await get(first.id)).status === 'processing')
    expect((await remove(first.id)).status).toBe(204)
    await test.request('deleteAgent', { params: { agent } }, { key })
    mayAnswer.resolve()
    await test.settled()
    const db = test.deps.database.read
    expect(await db.selectFrom('chunks').select('id').where('agent_id', '=', agent).execute()).toEqual([])
    expect(await db.selectFrom('sources').select('id').where('id', '=', first.id).execute()).toEqual([])
    expect(await db.selectFrom('sources').select('id').where('id', '=', second.id).execute()).toHaveLength(1)
  })

  it('counts right whatever happens at once', async () => {
    await start()
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => text(`Text number ${index}.`)))
    await Promise.all(made.map(({ id }, index) => (index % 2 === 0 ? remove(id) : retrain(id).then(() => retrain(id)))))
    await test.settled()
    const totals = async (status?: 'completed' | 'pending' | 'processing' | 'failed') =>
      (await test.request('listSources', { params: { agent }, query: status ? { status } : {} }, { key })).body.meta
        .total
    expect([await totals(), await totals('completed'), await totals('pending'), await totals('processing')]).toEqual([
      4, 4, 0, 0,
    ])
  })

  it('trains again what another embedding model has made', async () => {
    await start()
    const made = await text('The harbour freezes in January.')
    await test.settled()
    await test.deps.database.transaction(async (tx) => {
      await tx.updateTable('chunks').set({ embedding_model: 'an older one' }).where('source_id', '=', made.id).execute()
      await tx.updateTable('agents').set({ knowledge_version: 99 }).where('id', '=', agent).execute()
    })
    expect(await search('When does the harbour freeze?')).toEqual([])
    await startSources(test.deps)
    await until(async () => {
      const { task_id, status } = await get(made.id)
      return task_id !== made.task_id && status === 'completed'
    })
    expect((await search('When does the harbour freeze?'))[0]?.content).toContain('January')
  })

  // Last, as the session of the others ends in that time.
  it('is told of for 30 days, and the last of each source for as long as that is there', async () => {
    await start()
    const { id, task_id: first } = await text('# Parking')
    await ended(first)
    const second = await retrain(id)
    await ended(second)
    const status = async (taskId: string) =>
      (await test.request('getTrainingJob', { params: { agent, taskId } }, { key })).status
    late = 29 * DAY_MS
    await tidyUp(test.deps)
    expect([await status(first), await status(second)]).toEqual([200, 200])
    late = 31 * DAY_MS
    await tidyUp(test.deps)
    expect([await status(first), await status(second)]).toEqual([404, 200])
    late = 0
  })
})

describe('a worker that stops', () => {
  it('leaves training to be done when one runs again', async () => {
    const site = await startWebsite({
      '/slow': (count) => ({ body: html('Slow'), after: count === 1 ? never : undefined }),
    })
    const test = await createTestApp({ env: { OUTBOUND_ALLOW: site.host } })
    const owner = await test.signUp()
    const key = await owner.key()
    const agent = (await buildAgent(test, owner)).id
    const body = { type: 'url' as const, urls: [`${site.origin}/slow`] }
    const made = (await test.request('createSource', { params: { agent }, body }, { key })).data as {
      task_id: string
    }[]
    const job = async () =>
      (await test.request('getTrainingJob', { params: { agent, taskId: made[0]!.task_id } }, { key })).data
    while (site.hits.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await job()).status).toBe('processing')
    await test.deps.jobs.stop(0)
    expect(['pending', 'processing']).toContain((await job()).status)
    await test.deps.jobs.start(jobHandlers(test.deps))
    await test.settled()
    expect(await job()).toMatchObject({ status: 'completed', progress: 100, error: null })
    await test.close()
    await site.close()
  })
})
