import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const fileOf = (name: string, content: string, type = 'application/pdf') =>
  part(
    `Content-Type: ${type}\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    content,
  )
const shown = (id: string, content: string) =>
  part(`Content-Type: image/png; name=${id}.png\r\nContent-ID: <${id}@a>\r\nContent-Transfer-Encoding: base64`, content)
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')
const mixed = (parts: string[], headers: Record<string, string> = {}) =>
  mailOf(`${parts.join('')}--b--`, { 'Content-Type': 'multipart/mixed; boundary=b', ...headers })

describe.each(databases())('files of mails on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let arrive: (mail: string) => Promise<void>

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    arrive = (await buildMailbox(test, owner, agent, { ai: 'silent' })).arrive
  })

  const conversations = async () =>
    (
      await test.request(
        'listInbox',
        { params: { organization: owner.organizationId }, query: { view: 'open' } },
        owner,
      )
    ).data.items
  const filesIn = async (conversation: string) => {
    const { data } = await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)
    return data.items.flatMap(({ email }) => email?.attachments ?? [])
  }
  const download = (conversation: string, id: string, by = owner, of = agent) =>
    test.app.inject({
      url: `/api/v1/agents/${of}/conversations/${conversation}/attachments/${id}`,
      headers: { cookie: by.cookie },
    })
  const onDisk = (word: string) => {
    const folder = join(test.config.dataDir, 'files')
    return readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(word))
  }

  it('are listed by what they are, and downloaded so that no browser opens them', async () => {
    await arrive(
      mixed([
        part('Content-Type: text/html', '<p>See</p><img src="cid:1@a">'),
        shown('1', PNG),
        fileOf('C:\\bills\\Rechnung "ä".pdf', '%PDF-1.7 the bill'),
        fileOf('\u202efdp.scr', 'MZ'),
        fileOf('page.txt', '<script>alert(1)</script>', 'text/plain'),
      ]),
    )
    const { id: conversation } = (await conversations())[0]!
    const files = await filesIn(conversation)
    expect(files.map(({ id: _, size: __, ...file }) => file)).toEqual([
      { name: '1.png', type: 'image/png', is_inline: true, is_risky: false },
      { name: 'Rechnung "ä".pdf', type: 'application/pdf', is_inline: false, is_risky: false },
      { name: 'fdp.scr', type: 'text/plain', is_inline: false, is_risky: true },
      { name: 'page.txt', type: 'text/html', is_inline: false, is_risky: true },
    ])
    const bill = await download(conversation, files[1]!.id)
    expect([bill.statusCode, bill.body, files[1]!.size]).toEqual([200, '%PDF-1.7 the bill', bill.body.length])
    expect(bill.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Rechnung ___.pdf"; filename*=UTF-8''Rechnung%20%22%C3%A4%22.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect((await download(conversation, files[3]!.id)).headers['content-type']).toBe('application/octet-stream')
  })

  it('are nobody else’s, and of no other conversation', async () => {
    await arrive(mixed([fileOf('a.txt', 'One')]))
    await arrive(mixed([fileOf('b.txt', 'Two')], { From: 'bob@b.example', Subject: 'Other' }))
    const [bob, ann] = (await conversations()).map(({ id }) => id)
    const [file] = await filesIn(ann!)
    const stranger = await test.signUp()
    const foreign = (await buildAgent(test, stranger)).id
    expect((await download(ann!, file!.id)).body).toBe('One')
    expect((await download(bob!, file!.id)).statusCode).toBe(404)
    expect((await download(ann!, file!.id, stranger)).statusCode).toBe(403)
    expect((await download(ann!, file!.id, stranger, foreign)).statusCode).toBe(404)
  })

  it('are gone from disk with their visitor, as is what a mail brings that came before', async () => {
    const word = `zyzzyva${crypto.randomUUID()}`
    const mail = mixed([part('Content-Type: text/plain', 'See'), fileOf('a.txt', word)])
    await arrive(mail)
    await arrive(mail.replace('Subject', 'Received: by x\r\nX-Other: 1\r\nSubject'))
    await arrive(mixed([fileOf('b.txt', `quokka ${word.slice(7)}`)], { From: 'bob@b.example' }))
    // The mail as it came, what came again, and the file of each; what nobody needs goes after an hour.
    expect(onDisk(word).length).toBeGreaterThanOrEqual(2)
    const matches = [{ agent_id: agent, chat_user_id: 'ann@a.example', identity_verified: false }]
    const begin = { params: { organization: owner.organizationId }, body: { matches } }
    const { id } = (await test.request('exportVisitors', begin, owner)).data
    await test.settled()
    const url = `/api/v1/organizations/${owner.organizationId}/visitors/exports/${id}`
    const exported = (await test.app.inject({ url, headers: { cookie: owner.cookie } })).json()
    expect(exported.visitors[0].conversations[0].messages[0].files).toEqual([
      { name: 'a.txt', type: 'text/plain', size: word.length },
    ])
    await test.deps.database.transaction((tx) => tx.updateTable('uploads').set({ created_at: 0 }).execute())
    await test.request('eraseVisitors', begin, owner)
    await test.settled()
    expect(onDisk(word)).toEqual([])
    expect(onDisk('quokka')).toHaveLength(2)
    await tidyUp(test.deps)
    await test.settled()
    expect(onDisk('quokka')).toHaveLength(2)
    expect(
      await test.deps.database.read
        .selectFrom('attachments')
        .select('name')
        .where('organization_id', '=', owner.organizationId)
        .execute(),
    ).toEqual([{ name: 'b.txt' }])
  })
})
