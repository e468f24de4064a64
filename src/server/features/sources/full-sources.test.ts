import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '../../context.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type Caller, createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { beginTraining, failTraining, recordProgress } from './training-state.ts'

describe.each(databases())('sources as their screen shows them, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let mine: Caller
  let key: string
  let params: { agent: string }
  let texts: string[]
  let pages: string[]

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
    owner = await test.signUp()
    mine = { cookie: owner.cookie }
    key = await owner.key()
    params = { agent: (await buildAgent(test, owner)).id }
    const urls = ['https://example.com/b', 'https://example.com/a']
    pages = idsOf(await test.request('createSource', { params, body: { type: 'url', urls } }, { key }))
    texts = idsOf(await test.request('createSource', { params, body: { type: 'text', content: 'No page.' } }, { key }))
  })
  afterAll(() => test.close())

  const idsOf = ({ data }: { data: { id: string } | { id: string }[] }) => [data].flat().map(({ id }) => id)
  const list = (query = {}, caller: Caller = mine) => test.request('listFullSources', { params, query }, caller)
  const get = (source: string, caller: Caller = mine) =>
    test.request('getFullSource', { params: { ...params, source } }, caller)
  const training = async (source: string) => {
    const { task_id } = (await get(source)).data
    return { ctx: systemContext(test.deps), task: { sourceId: source, taskId: task_id, agentId: params.agent } }
  }

  it('hold all that the public list holds, addresses of pages and how the training goes', async () => {
    const known = await test.request('listSources', { params }, { key })
    const full = await list()
    const url = { [pages[0]!]: 'https://example.com/b', [pages[1]!]: 'https://example.com/a' }
    expect(full.data).toEqual(
      known.data.map((source) => ({ ...source, url: url[source.id] ?? null, progress: 0, error: null })),
    )
    expect(full.body.meta.total).toBe(3)
    expect((await get(pages[0]!)).data).toEqual(full.data.find(({ id }) => id === pages[0]))
  })

  it('are filtered and paged as the public ones are', async () => {
    const second = await list({ type: 'url', page: 2, per_page: 1 })
    expect(second.data.map(({ id }) => id)).toEqual([pages[0]])
    expect(second.body.meta).toMatchObject({ total: 2, last_page: 2 })
  })

  it('change when training gets on, and only then', async () => {
    const { ctx, task } = await training(texts[0]!)
    const tags = async () => [await list(), await get(texts[0]!)].map(({ headers }) => String(headers.etag))
    const [listTag, oneTag] = await tags()
    const headers = (tag: string | undefined) => ({ ...mine, headers: { 'if-none-match': tag ?? '' } })
    expect((await list({}, headers(listTag))).status).toBe(304)
    expect((await get(texts[0]!, headers(oneTag))).status).toBe(304)
    await beginTraining(ctx, task)
    const [begun] = await tags()
    expect(await recordProgress(ctx, task, 40)).toBe(true)
    expect((await list({ type: 'text' }, headers(begun))).data).toMatchObject([{ progress: 40, status: 'processing' }])
    await failTraining(ctx, task, 'It can’t be read.')
    expect((await get(texts[0]!, headers(begun))).data).toMatchObject({ error: 'It can’t be read.', status: 'failed' })
    expect(await recordProgress(ctx, task, 60)).toBe(false)
  })

  it('tell every address at once, until its source is deleted', async () => {
    const addresses = async () => (await test.request('listSourceAddresses', { params }, mine)).data
    expect(await addresses()).toEqual(['https://example.com/b', 'https://example.com/a'])
    await test.request('deleteSource', { params: { ...params, source: pages[0]! } }, { key })
    expect(await addresses()).toEqual(['https://example.com/a'])
    expect((await get(pages[0]!)).status).toBe(404)
  })

  it('are for the owner alone', async () => {
    const other = await test.signUp()
    const asked = (caller: Caller) =>
      Promise.all([
        list({}, caller),
        get(pages[1]!, caller),
        test.request('listSourceAddresses', { params }, caller),
      ]).then((answers) => answers.map(({ status }) => status))
    expect(await asked({})).toEqual([401, 401, 401])
    expect(await asked({ key })).toEqual([401, 401, 401])
    expect(await asked({ cookie: other.cookie })).toEqual([403, 403, 403])
  })
})
