import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { makeDocx, paragraph } from '../../adapters/extract/files.fixture.ts'
import { writeZip } from '../../adapters/extract/zip.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { html, startWebsite, type Website } from '../../testing/website.ts'

type Body = Input<'createSource'>['body']

const QUOTAS = { premium: { text_characters: 1_000, urls: 3, document_bytes: 2_000 } }
const RATES = { read: 10_000, write: 10_000, training: 10_000, polling: 10_000 }

describe.each(databases())('sources on $name', (database) => {
  let site: Website
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string

  beforeAll(async () => {
    site = await startWebsite({ '/a': html('Page A'), '/b': html('Page B'), '/c': html('Page C') })
    const env = {
      RATE_LIMITS: JSON.stringify(RATES),
      PLAN_QUOTAS: JSON.stringify(QUOTAS),
      OUTBOUND_ALLOW: site.host,
    }
    test = await createTestApp({ database, env })
  })
  afterEach(() => test.settled())
  afterAll(async () => {
    await test.close()
    await site.close()
  })

  const start = async () => {
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
  }
  const create = (body: Body) => test.request('createSource', { params: { agent }, body }, { key })
  const list = (query: Input<'listSources'>['query'] = {}) =>
    test.request('listSources', { params: { agent }, query }, { key })
  const get = (source: string) => test.request('getSource', { params: { agent, source } }, { key })
  const remove = (source: string) => test.request('deleteSource', { params: { agent, source } }, { key })
  const retrain = (source: string) => test.request('retrainSource', { params: { agent, source } }, { key })
  const job = (taskId: string) => test.request('getTrainingJob', { params: { agent, taskId } }, { key })
  const disable = () =>
    test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, { cookie: owner.cookie })
  const used = async () => {
    const answer = await test.request(
      'getOrganization',
      { params: { organization: owner.organizationId } },
      { cookie: owner.cookie },
    )
    const { text_characters, urls, document_bytes } = answer.data.usage
    return [text_characters.used, urls.used, document_bytes.used]
  }
  const upload = (content: string | Uint8Array<ArrayBuffer>, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ type: 'file', ...fields })) form.set(field, value)
    form.set('file', new File([content], name))
    return create(form as never)
  }
  const one = async (body: Body) => (await create(body)).data as { id: string; task_id: string; title: string }
  const files = () => readdir(join(test.config.dataDir, 'files')).catch(() => [])
  const text = (length: number) => 'All about tea. '.repeat(100).slice(0, length).trimEnd().padEnd(length, '.')

  describe('POST /agents/{agent}/sources', () => {
    it('makes a text source and trains on it', async () => {
      await start()
      const answer = await create({ type: 'text', content: ' # Returns\n\nYou can return things within 30 days. ' })
      expect(answer.data).toEqual({
        id: expect.any(String),
        type: 'text',
        title: 'Returns',
        status: 'pending',
        is_draft: false,
        task_id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
      await test.settled()
      const source = (await get((answer.data as { id: string }).id)).data
      expect(source.status).toBe('completed')
      expect((await job(source.task_id)).data).toEqual({
        id: source.task_id,
        status: 'completed',
        source_id: source.id,
        agent_id: agent,
        progress: 100,
        error: null,
      })
    })

    it('makes titles: of the first line, at most 80 characters; of the first question; as given', async () => {
      await start()
      const long = `${'word '.repeat(40)}. Second sentence.`
      expect([...(await one({ type: 'text', content: long })).title].length).toBeLessThanOrEqual(80)
      expect((await one({ type: 'text', content: 'x', title: ' Given ' })).title).toBe('Given')
      const questions = [
        { question: 'When are you open?', answer: 'Every day.' },
        { question: 'Where?', answer: 'Here.' },
      ]
      expect((await one({ type: 'qa', questions })).title).toBe('When are you open?')
      await test.settled()
      expect((await list({ status: 'completed' })).body.meta.total).toBe(3)
    })

    it('makes one source for each distinct URL, in their order, titled by the page once trained', async () => {
      await start()
      const urls = [`${site.origin}/a`, `${site.origin}/b`, `${site.origin}/a#section`]
      const answer = await create({ type: 'url', urls })
      const sources = answer.data as { id: string; title: string }[]
      expect(sources.map(({ title }) => title)).toEqual(urls.slice(0, 2))
      expect(await used()).toEqual([0, 2, 0])
      await test.settled()
      expect((await list()).data.map(({ title, status }) => [title, status])).toEqual([
        ['Page B', 'completed'],
        ['Page A', 'completed'],
      ])
    })

    it('takes a file, keeps it, and trains on it', async () => {
      await start()
      const answer = await upload('# Opening hours\n\nWe are open every day from nine to five.', 'hours.md')
      expect(answer.status).toBe(201)
      expect(answer.data).toMatchObject({ type: 'file', title: 'hours.md' })
      await test.settled()
      expect((await get((answer.data as { id: string }).id)).data.status).toBe('completed')
      expect((await upload('Some text to read.', 'a.txt', { title: 'Mine' })).data).toMatchObject({ title: 'Mine' })
    })

    it('refuses what is not valid, and makes nothing', async () => {
      await start()
      const refusals: [Body, string][] = [
        [{} as Body, 'type'],
        [{ type: 'text' } as Body, 'content'],
        [{ type: 'text', content: ' ' }, 'content'],
        [{ type: 'text', content: 'x'.repeat(50_001) }, 'content'],
        [{ type: 'text', content: 'x', title: 'x'.repeat(256) }, 'title'],
        [{ type: 'qa', questions: [] }, 'questions'],
        [{ type: 'qa', questions: [{ question: 'q', answer: '' }] }, 'questions.0.answer'],
        [{ type: 'url', urls: [] }, 'urls'],
        [{ type: 'url', urls: [`${site.origin}/a`, 'ftp://example.com/'] }, 'urls.1'],
        [{ type: 'url', urls: [`${site.origin}/a`, 'http://127.0.0.1:1/'] }, 'urls.1'],
        [{ type: 'url', urls: [`${site.origin}/a`, 'http://169.254.169.254/latest'] }, 'urls.1'],
      ]
      for (const [body, field] of refusals) {
        const { status, body: refused } = await create(body)
        expect([status, refused.error.code, refused.error.details[0]?.field]).toEqual([422, 'validation_failed', field])
      }
      expect((await list()).body.meta.total).toBe(0)
      expect(await used()).toEqual([0, 0, 0])
    })

    it('tells documents by their content, whatever they are called', async () => {
      await start()
      const before = await files()
      const parts = ['[Content_Types].xml', 'xl/workbook.xml'].map((name) => ({ name, bytes: new Uint8Array([60]) }))
      const workbook = new Uint8Array(writeZip(parts))
      for (const [content, name] of [
        [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'picture.pdf'],
        ['', 'empty.txt'],
        ['{\\rtf1 text}', 'letter.docx'],
        [workbook, 'table.xlsx'],
        [workbook, 'table.docx'],
      ] as const) {
        const refused = await upload(content, name)
        expect([refused.status, refused.body.error.details[0]?.field]).toEqual([422, 'file'])
      }
      expect(await files()).toEqual(before)
      for (const [content, name] of [
        [new Uint8Array(makeDocx(paragraph('A letter.'))), 'letter.bin'],
        ['Plain words.', 'words.log'],
      ] as const)
        expect((await upload(content, name)).status).toBe(201)
      const without = new FormData()
      without.set('type', 'file')
      expect((await create(without as never)).body.error.details[0].field).toBe('file')
    })

    it('counts text, URLs and documents against the plan exactly, and nothing when refused', async () => {
      await start()
      expect((await create({ type: 'text', content: text(600) })).status).toBe(201)
      const pair = { question: 'q'.repeat(100), answer: 'a'.repeat(300) }
      expect((await create({ type: 'qa', questions: [pair] })).status).toBe(201)
      expect(await used()).toEqual([1_000, 0, 0])
      const urls = ['a', 'b', 'c', 'd'].map((path) => `${site.origin}/${path}`)
      const refusals = [
        await create({ type: 'text', content: 'x' }),
        await create({ type: 'url', urls }),
        await upload(text(2_001), 'long.txt'),
      ]
      for (const { status, body } of refusals)
        expect([status, body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
      expect(await used()).toEqual([1_000, 0, 0])
      expect((await upload(text(2_000), 'fits.txt')).status).toBe(201)
      expect((await create({ type: 'url', urls: urls.slice(0, 3) })).status).toBe(201)
      expect(await used()).toEqual([1_000, 3, 2_000])
    })

    it('lets no more through than the plan has, however many ask at once', async () => {
      await start()
      const answers = await Promise.all(Array.from({ length: 12 }, () => create({ type: 'text', content: text(300) })))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
      expect(await used()).toEqual([900, 0, 0])
      expect((await list()).body.meta.total).toBe(3)
    })

    it('removes the file again when the source is refused', async () => {
      await start()
      const before = await files()
      await disable()
      const refused = await upload('Some text.', 'a.txt')
      expect([refused.status, refused.body.error.code]).toEqual([423, 'agent_unavailable'])
      expect(await files()).toEqual(before)
    })

    it('answers 422 before 423 for a disabled agent', async () => {
      await start()
      const source = await one({ type: 'text', content: 'Known.' })
      await test.settled()
      await disable()
      expect((await create({ type: 'text', content: '' })).status).toBe(422)
      expect((await create({ type: 'text', content: text(1_001) })).status).toBe(422)
      for (const answer of [
        await create({ type: 'text', content: 'x' }),
        await retrain(source.id),
        await remove(source.id),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([423, 'agent_unavailable'])
      expect((await get(source.id)).data.status).toBe('completed')
    })
  })

  describe('GET /agents/{agent}/sources', () => {
    it('pages, newest first, filtered by type and status, and tells when nothing has changed', async () => {
      await start()
      for (const content of ['One.', 'Two.', 'Three.']) await one({ type: 'text', content })
      await one({ type: 'qa', questions: [{ question: 'Q?', answer: 'A.' }] })
      await create({ type: 'url', urls: [`${site.origin}/missing`] })
      await test.settled()
      const titles = async (query: Input<'listSources'>['query']) => (await list(query)).data.map(({ title }) => title)
      expect(await titles({ type: 'text' })).toEqual(['Three.', 'Two.', 'One.'])
      expect(await titles({ type: 'text', page: 2, per_page: 2 } as never)).toEqual(['One.'])
      expect(await titles({ status: 'failed' })).toEqual([`${site.origin}/missing`])
      expect((await list({ type: 'qa', status: 'completed' })).body.meta.total).toBe(1)
      expect((await list({ status: 'nonsense' } as never)).status).toBe(422)

      const first = await list()
      const again = () =>
        test.request(
          'listSources',
          { params: { agent } },
          { key, headers: { 'if-none-match': String(first.headers.etag) } },
        )
      expect((await again()).status).toBe(304)
      await remove(first.data[0]!.id)
      expect((await again()).status).toBe(200)
    })
  })

  describe('one source', () => {
    it('is not found by another agent or for another owner, and neither is its job', async () => {
      await start()
      const source = await one({ type: 'text', content: 'Mine.' })
      const mine = agent
      agent = (await buildAgent(test, owner)).id
      for (const answer of [
        await get(source.id),
        await retrain(source.id),
        await remove(source.id),
        await job(source.task_id),
        await get('not-an-id'),
        await job('unknown'),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
      await start()
      agent = mine
      expect((await get(source.id)).status).toBe(403)
    })

    it('goes for good: its file, its quota, its totals, what was learnt from it', async () => {
      await start()
      const before = await files()
      const kept = (await upload('The garden opens at nine in summer.', 'garden.txt')).data as { id: string }
      const learnt = await one({ type: 'text', content: 'The museum is closed on Mondays.' })
      await test.settled()
      expect(await files()).toHaveLength(before.length + 1)
      expect((await remove(kept.id)).status).toBe(204)
      expect((await remove(learnt.id)).status).toBe(204)
      await test.settled()
      expect(await files()).toEqual(before)
      expect(await used()).toEqual([0, 0, 0])
      expect((await list()).body.meta.total).toBe(0)
      expect((await remove(kept.id)).status).toBe(404)
      expect((await job(learnt.task_id)).status).toBe(404)
      const chunks = await test.deps.database.read
        .selectFrom('chunks')
        .selectAll()
        .where('agent_id', '=', agent)
        .execute()
      expect(chunks).toEqual([])
    })

    it('returns its quota once when deleted twice at the same time', async () => {
      await start()
      await one({ type: 'text', content: text(100) })
      const source = await one({ type: 'text', content: text(200) })
      await test.settled()
      const answers = await Promise.all([remove(source.id), remove(source.id), remove(source.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
      expect(await used()).toEqual([100, 0, 0])
    })

    it('gives the organization its quota back when the agent is deleted', async () => {
      await start()
      await one({ type: 'text', content: text(100) })
      await create({ type: 'url', urls: [`${site.origin}/a`, `${site.origin}/b`] })
      await upload('Some text to keep.', 'a.txt')
      const before = (await files()).length
      await test.settled()
      await test.request('deleteAgent', { params: { agent } }, { key })
      expect(await used()).toEqual([0, 0, 0])
      await test.settled()
      expect(await files()).toHaveLength(before - 1)
    })
  })
})
