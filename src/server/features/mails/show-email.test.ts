import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nx', 'latin1')

describe.each(databases())('the looks of a mail on $name', (database) => {
  const asked: string[] = []
  const pictures = createServer((request, answer) => {
    asked.push(`${request.url} ${request.headers.cookie ?? ''}${request.headers.referer ?? ''}`.trim())
    answer.end(request.url === '/page' ? '<svg onload="x"></svg>' : PNG)
  })
  let test: TestApp
  let owner: Owner
  let agent: string
  let arrive: (mail: string) => Promise<void>
  let away: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
    away = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' } })
  })
  afterAll(async () => {
    await test.close()
    pictures.close()
  })
  beforeEach(async () => {
    asked.length = 0
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    arrive = (await buildMailbox(test, owner, agent, { ai: 'silent' })).arrive
  })

  /** The mail's message, as the path of its page and as parameters. */
  async function messageOf() {
    const inbox = { params: { organization: owner.organizationId }, query: {} }
    const conversation = (await test.request('listInbox', inbox, owner)).data.items[0]!.id
    const { data } = await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)
    const params = { agent, conversation, message: data.items[0]!.id }
    return {
      params,
      url: `/api/v1/agents/${agent}/conversations/${conversation}/messages/${params.message}/email/view`,
    }
  }
  const show = (url: string, by = owner) => test.app.inject({ url, headers: { cookie: by.cookie } })

  it('is a page of its own, with remote pictures only on request and fetched from here', async () => {
    const image = 'Content-Type: image/png\r\nContent-ID: <1@a>\r\nContent-Transfer-Encoding: base64'
    const html = `<p onclick="x()">See</p><script>x()</script><img src="cid:1@a"><img src="${away}/a"><img src="${away}/page">`
    const body = `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b\r\n${image}\r\n\r\n${PNG.toString('base64')}\r\n--b--`
    await arrive(mailOf(body, { 'Content-Type': 'multipart/related; boundary=b' }))
    const { url, params } = await messageOf()
    const page = await show(url)
    expect([page.statusCode, asked]).toEqual([200, []])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin allow-popups; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(page.headers['content-disposition']).toBeUndefined()
    const source = `src="data:image/png;base64,${PNG.toString('base64')}"`
    expect(page.body).toContain(`<p>See</p><img ${source} /><img /><img /></body>`)
    expect((await show(`${url}?pictures=1`)).body).toContain(
      `<p>See</p><img ${source} /><img ${source} /><img /></body>`,
    )
    expect(asked.toSorted()).toEqual(['/a', '/page'])
    expect((await test.request('getEmail', { params }, owner)).data).toMatchObject({
      html: '<p>See</p><img /><img /><img />',
      remote_images: 2,
    })
    expect((await show(url, await test.signUp())).statusCode).toBe(403)
  })

  it('is there only of a mail that has looks, and as long as the original is kept', async () => {
    await arrive(mailOf('Hello'))
    expect((await show((await messageOf()).url)).statusCode).toBe(404)
    await arrive(mailOf('<p>Hello</p>', { 'Content-Type': 'text/html', From: 'bob@b.example' }))
    const { url, params } = await messageOf()
    expect((await show(url)).body).toContain('<p>Hello</p>')
    await test.deps.database.transaction((tx) => tx.updateTable('mails').set({ raw_key: null }).execute())
    expect((await show(url)).statusCode).toBe(404)
    expect((await test.request('getEmail', { params }, owner)).data).toMatchObject({ html: null, remote_images: 0 })
  })
})
