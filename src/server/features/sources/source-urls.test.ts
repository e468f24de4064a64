import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('GET /agents/{agent}/source-urls on $name', (database) => {
  let test: TestApp

  beforeAll(async () => {
    test = await createTestApp({ database })
  })
  afterAll(() => test.close())

  it('lists the addresses of page sources, whatever their titles have become, and nothing else', async () => {
    const owner = await test.signUp()
    const params = { agent: (await buildAgent(test, owner)).id }
    const { cookie } = owner
    const key = await owner.key()
    const urls = ['https://example.com/b', 'https://example.com/a']
    const made = await test.request('createSource', { params, body: { type: 'url', urls } }, { key })
    await test.request('createSource', { params, body: { type: 'text', content: 'Not a page.' } }, { key })
    const ids = (made.data as { id: string }[]).map(({ id }) => id)
    const listed = await test.request('listSourceUrls', { params }, { cookie })
    expect(listed.data.map(({ id, url }) => [id, url])).toEqual([
      [ids[0], 'https://example.com/b'],
      [ids[1], 'https://example.com/a'],
    ])
    const one = await test.request('listSourceUrls', { params, query: { source: ids[1]! } }, { cookie })
    expect(one.data.map(({ url }) => url)).toEqual(['https://example.com/a'])
    await test.request('deleteSource', { params: { ...params, source: ids[0]! } }, { key })
    expect((await test.request('listSourceUrls', { params }, { cookie })).data.map(({ url }) => url)).toEqual([
      'https://example.com/a',
    ])
  })

  it('is for the owner alone', async () => {
    const owner = await test.signUp()
    const params = { agent: (await buildAgent(test, owner)).id }
    const other = await test.signUp()
    expect((await test.request('listSourceUrls', { params })).status).toBe(401)
    expect((await test.request('listSourceUrls', { params }, { cookie: other.cookie })).status).toBe(403)
  })
})
