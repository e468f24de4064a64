import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

describe.each(databases())('the pages of the chat on $name', (database) => {
  let test: TestApp
  let app: FastifyInstance
  let owner: Owner
  let agent: string
  const folder = mkdtempSync(join(tmpdir(), 'baton-widget-'))

  beforeAll(async () => {
    mkdirSync(join(folder, 'widget/panel/.vite'), { recursive: true })
    mkdirSync(join(folder, 'widget/loader'))
    const entry = { file: 'assets/main-1.js', isEntry: true, css: ['assets/main-1.css'] }
    writeFileSync(join(folder, 'widget/panel/.vite/manifest.json'), JSON.stringify({ main: entry }))
    writeFileSync(join(folder, 'widget/loader/loader.js'), 'draw(BATON_WIDGET)')
    test = await createTestApp({ database, worker: false })
    app = await buildApp({ deps: test.deps, dashboardFolder: folder })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner, { name: '</script><b>"Guide"' })).id
    await settings({ widget_origins: ['https://www.example.com', 'https://*.example.org'] })
  })
  afterAll(async () => {
    await app.close()
    await test.close()
    rmSync(folder, { recursive: true })
  })

  const settings = (body: object) =>
    test.request('updateAgentSettings', { params: { agent }, body }, { cookie: owner.cookie })
  const panel = (origin?: string | string[]) =>
    app.inject({ url: `/widget/${agent}`, ...(origin !== undefined && { query: { origin } }) })

  it('are a script with the look of the agent in it, for any page to load', async () => {
    const loader = await app.inject({ url: `/widget/${agent}.js` })
    expect(loader.statusCode).toBe(200)
    expect(loader.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(loader.body).toMatch(/^\(function\(BATON_WIDGET\)\{draw\(BATON_WIDGET\)\n\}\)\(\{"agent":/)
    const again = await app.inject({
      url: `/widget/${agent}.js`,
      headers: { 'if-none-match': String(loader.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect((await app.inject({ url: `/widget/${NOBODY}.js` })).statusCode).toBe(404)
    expect((await app.inject({ url: '/widget/..%2f..%2fetc.js' })).statusCode).toBe(404)
  })

  it('are framed by the one allowed page that asks, and by no other', async () => {
    for (const origin of ['https://www.example.com', 'https://a.b.example.org', 'http://localhost:80']) {
      const answer = await panel(origin)
      if (origin.startsWith('http:')) continue // the address under which the test reaches the server is its own
      expect(answer.statusCode, origin).toBe(200)
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toBe(
        `default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' data:;base-uri 'none';form-action 'none';require-trusted-types-for 'script';frame-ancestors ${origin}`,
      )
      expect(answer.headers['x-frame-options']).toBeUndefined()
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(answer.body).toContain('<script type="module" src="/widget/panel/assets/main-1.js">')
      expect(answer.body).not.toContain('<b>')
      const badge = await app.inject({ url: `/widget/${agent}`, query: { origin, badge: '' } })
      expect(badge.headers['content-security-policy']).toBe(policy)
      expect(badge.body).toContain('src="/widget/badge/badge.js"')
      expect(badge.body).not.toContain('stylesheet')
    }
    const refused = [
      undefined,
      '',
      'https://example.org',
      'https://www.example.com.evil.example',
      'https://www.example.com/',
      'https://*.example.org',
      'null',
      'javascript:alert(1)',
      "https://www.example.com;script-src 'unsafe-inline'",
      ['https://www.example.com', 'https://evil.example'],
    ]
    for (const origin of refused) {
      const answer = await panel(origin)
      expect(answer.statusCode, String(origin)).toBe(403)
      const [, hash] = /^default-src 'none';script-src '(sha256-[^']+)';/.exec(
        String(answer.headers['content-security-policy']),
      )!
      const [, script] = /<script>(.*)<\/script>/.exec(answer.body)!
      expect(script).toMatch(/parent\.postMessage\('refused','\*'\)$/)
      expect(hash).toBe(`sha256-${createHash('sha256').update(script!).digest('base64')}`)
      for (const name of [agent, 'Guide', '/widget/']) expect(answer.body).not.toContain(name)
    }
  })

  it('tell the team where the chat was seen and where it was refused', async () => {
    const sightings = () => test.request('getWidgetSightings', { params: { agent } }, { cookie: owner.cookie })
    expect((await sightings()).data.refused.map(({ origin }) => origin).sort()).toEqual([
      'https://example.org',
      'https://www.example.com.evil.example',
    ])
    expect((await sightings()).data.seen.map(({ origin }) => origin).sort()).toEqual([
      'https://a.b.example.org',
      'https://www.example.com',
    ])
    for (let page = 0; page < 25; page += 1) await panel(`https://page${page}.example.net`)
    expect((await sightings()).data.refused).toHaveLength(20)
  })

  it('are a page of their own, framed by nobody', async () => {
    const page = await app.inject({ url: `/chat/${agent}` })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/;frame-ancestors 'none'$/)
    expect(page.body).toContain('&#60;/script&#62;&#60;b&#62;&#34;Guide&#34;')
    expect((await app.inject({ url: `/chat/${NOBODY}` })).statusCode).toBe(404)
  })

  it('are an empty script once the agent is disabled or deleted', async () => {
    await settings({ is_disabled: true })
    expect((await app.inject({ url: `/widget/${agent}.js` })).body).toBe('')
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    const loader = await app.inject({ url: `/widget/${agent}.js` })
    expect([loader.statusCode, loader.body]).toEqual([200, ''])
    expect((await app.inject({ url: `/chat/${agent}` })).statusCode).toBe(404)
    expect((await panel('https://www.example.com')).statusCode).toBe(403)
  })
})
