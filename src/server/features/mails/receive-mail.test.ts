import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { keyFileIn, readKeyFile } from '../../adapters/secrets/key-file.ts'
import { createSecrets } from '../../adapters/secrets/secrets.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { MAILBOX as ADDRESS, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { takeOutConversation } from '../conversations/index.ts'
import { sweepUploads } from '../sources/index.ts'

describe.each(databases())('mail that comes in on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let inbound: string

  beforeAll(async () => {
    // Nothing listens there: what the AI answers waits.
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@boats.example', PUBLIC_URL: 'https://b.example' }
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', ...env } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    inbound = await mailbox()
  })

  async function mailbox(more: object = {}): Promise<string> {
    const body = { agent_id: agent, name: 'Crew', address: ADDRESS, incoming: { type: 'http' as const }, ...more }
    const params = { organization: owner.organizationId }
    const { data } = await test.request('createMailbox', { params, body }, owner)
    return new URL(data.inbound_url!).pathname
  }
  const post = (mail: string | Buffer, url = inbound, type = 'message/rfc822') =>
    test.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: mail })
  /** Posts a mail and waits until it has been read and answered. */
  async function arrive(mail: string | Buffer, url = inbound): Promise<string> {
    const answer = await post(mail, url)
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
    return answer.json().data.id
  }
  const rows = () =>
    test.deps.database.read
      .selectFrom('mails')
      .selectAll()
      .where('organization_id', '=', owner.organizationId)
      .where('direction', '=', 'in')
      .orderBy('id')
      .execute()
  const conversations = () =>
    test.deps.database.read
      .selectFrom('conversations')
      .selectAll()
      .where('agent_id', '=', agent)
      .orderBy('id')
      .execute()
  const messages = (conversation: string) =>
    test.deps.database.read
      .selectFrom('messages')
      .select(['role', 'content'])
      .where('conversation_id', '=', conversation)
      .orderBy('position')
      .execute()

  it('becomes a conversation of its sender, with what they wrote now', async () => {
    const quoted = 'On Sat, 28 Nov 2026 at 10:00, Crew <crew@boats.example> wrote:\r\n> We are here.'
    await arrive(mailOf(`When do you open?\r\n\r\n${quoted}`))
    const [conversation, ...others] = await conversations()
    expect(others).toEqual([])
    expect(conversation).toMatchObject({
      ...{ origin: 'email', chat_user_id: 'ann@a.example', chat_user_name: 'Ann Bell' },
      ...{ chat_user_email: 'ann@a.example', identity_verified: 0 },
    })
    expect((await messages(conversation!.id))[0]).toEqual({ role: 'visitor', content: 'When do you open?' })
    expect(await rows()).toMatchObject([
      { kind: 'person', not_answered: null, subject: 'Opening hours', sender: 'ann@a.example', direction: 'in' },
    ])
    const { data } = await test.request('listMailboxes', { params: { organization: owner.organizationId } }, owner)
    expect(data).toMatchObject([{ status: 'connected', received_at: expect.any(String) }])
  })

  it('is answered by the AI where it knows the answer, and goes to people where it does not', async () => {
    await buildTextSource(test, owner, agent, 'The boat hire opens at nine in the morning and closes at six.')
    await arrive(mailOf('When does the boat hire open?'))
    await arrive(mailOf('Which colour has the moon of Jupiter?', { From: 'Bob <bob@b.example>' }))
    const [known, unknown] = await conversations()
    expect(await messages(known!.id)).toMatchObject([
      { role: 'visitor' },
      { role: 'assistant', content: expect.stringContaining('nine') },
    ])
    expect(known).toMatchObject({ response_mode: 'ai', waiting_since: null })
    expect(await messages(unknown!.id)).toMatchObject([{ role: 'visitor' }])
    expect(unknown).toMatchObject({ response_mode: 'human', waiting_since: expect.any(Number) })
  })

  it('is a gap with its subject where it says what is asked, and is asked again with it', async () => {
    await buildTextSource(test, owner, agent, 'The boat hire opens at nine in the morning and closes at six.')
    await arrive(mailOf('Is that allowed?', { Subject: 'Dogs on board' }))
    const gaps = async () => (await test.request('listGaps', { params: { agent }, query: {} }, owner)).data
    expect(await gaps()).toMatchObject([{ question: 'Dogs on board\nIs that allowed?', count: 1 }])
    const [asked] = await gaps()
    const { data } = await test.request('getGap', { params: { agent, gap: asked!.id } }, owner)
    expect(data.messages).toMatchObject([{ question: 'Dogs on board\nIs that allowed?' }])
    const [conversation] = await conversations()
    const thread = await test.request(
      'listThread',
      { params: { agent, conversation: conversation!.id }, query: {} },
      owner,
    )
    expect(thread.data.brief?.lacking).toEqual(['Dogs on board Is that allowed?'])
    const question = 'Dogs on board\nIs that allowed?'
    await test.request('createCheck', { params: { agent }, body: { question, expects: 'refuses' } }, owner)
    await buildTextSource(test, owner, agent, 'Dogs on board are allowed if they are on a lead.')
    await test.settled()
    expect(await gaps()).toEqual([])
    // A check that asks word for word what the gap said is erased with the visitor who asked it.
    const params = { organization: owner.organizationId }
    const { data: matches } = await test.request('findVisitors', { params, body: { email: 'ann@a.example' } }, owner)
    await test.request('eraseVisitors', { params, body: { matches } }, owner)
    await test.settled()
    expect((await test.request('listChecks', { params: { agent } }, owner)).data).toEqual([])
  })

  it('is left to people where the mailbox’s AI is silent, and where a member wrote it', async () => {
    const silent = await mailbox({ address: 'quiet@boats.example', ai: 'silent' })
    await arrive(mailOf('Hello.', { To: 'quiet@boats.example' }), silent)
    const { data } = await test.request('getSession', {}, owner)
    await arrive(mailOf('Hello?', { From: data.user.email }))
    expect(await conversations()).toMatchObject([
      { response_mode: 'human', waiting_since: expect.any(Number) },
      { response_mode: 'human', waiting_since: expect.any(Number) },
    ])
    expect(await rows()).toMatchObject([{ not_answered: null }, { not_answered: 'member' }])
  })

  it('of machines waits for nobody, and reports and loops open nothing', async () => {
    await arrive(mailOf('I am away.', { 'Auto-Submitted': 'auto-replied' }))
    await arrive(mailOf('It failed.', { From: 'MAILER-DAEMON@a.example', 'Content-Type': 'multipart/report' }))
    expect(await rows()).toMatchObject([
      { kind: 'auto', not_answered: 'auto_submitted', message_id: expect.any(String) },
      { kind: 'bounce', message_id: null, conversation_id: null },
    ])
    expect(await conversations()).toMatchObject([{ response_mode: 'human', waiting_since: null }])
  })

  it('comes once, however often it is sent', async () => {
    const mail = mailOf('When do you open?')
    const first = await arrive(mail)
    expect(await arrive(mail)).toBe(first)
    expect(await arrive(`Received: from b by c\r\n${mail}`)).toBe(first)
    // Known by what it says alone, once it has been read.
    await arrive(`X-Note: passed on\r\n${mail}`)
    const other = await arrive(mailOf('Yes.', { 'Message-ID': '<same@a.example>' }))
    expect(await arrive(mailOf('No.', { 'Message-ID': '<same@a.example>' }))).not.toBe(other)
    expect(await rows()).toHaveLength(3)
    expect(await conversations()).toHaveLength(3)
  })

  it('comes once, too, where the key of secrets was replaced in between, as long as the one before is known', async () => {
    const mail = mailOf('When do you open?')
    const first = await arrive(mail)
    const { dataDir } = test.config
    const replaced = createSecrets({ key: randomBytes(32), previous: readKeyFile(keyFileIn(dataDir)), dataDir })
    const keys = vi.spyOn(test.deps.secrets, 'derivedKeys').mockImplementation(replaced.derivedKeys)
    expect(await arrive(mail)).toBe(first)
    await arrive(`X-Note: passed on\r\n${mail}`)
    keys.mockRestore()
    expect(await rows()).toHaveLength(1)
    expect(await conversations()).toHaveLength(1)
  })

  it('goes on in its conversation by the ids of mails that the mailbox knows, for those who take part in it', async () => {
    await arrive(mailOf('When do you open?', { 'Message-ID': '<one@a.example>', Cc: 'Cleo <cleo@c.example>' }))
    const answers = { 'In-Reply-To': '<one@a.example>', Subject: 'Something else' }
    await arrive(mailOf('And on Sundays?', answers))
    await arrive(mailOf('I ask, too.', { ...answers, From: 'cleo@c.example' }))
    await arrive(mailOf('Let me in.', { ...answers, From: 'eve@evil.example' }))
    const [one, eves, ...others] = await conversations()
    expect(others).toEqual([])
    const visitors = (await messages(one!.id)).filter(({ role }) => role === 'visitor')
    expect(visitors.map(({ content }) => content)).toEqual(['When do you open?', 'And on Sundays?', 'I ask, too.'])
    expect(eves).toMatchObject({ chat_user_id: 'eve@evil.example' })
  })

  it('begins a conversation where the one that it answers is deleted at that moment', async () => {
    await arrive(mailOf('When do you open?', { 'Message-ID': '<one@a.example>' }))
    const [first] = await conversations()
    const isTakenOut = Promise.withResolvers<void>()
    const answered = isTakenOut.promise.then(() => post(mailOf('On Sunday.', { 'In-Reply-To': '<one@a.example>' })))
    await test.deps.database.transaction(async (tx) => {
      await takeOutConversation(test.deps, tx, first!.id)
      isTakenOut.resolve()
      await delay(500) // in which PostgreSQL reads what is still there, and SQLite waits
    })
    expect((await answered).statusCode).toBe(202)
    await test.settled()
    const [deleted, begun] = await conversations()
    expect(await messages(deleted!.id)).toHaveLength(1)
    expect(begun).toMatchObject({ deleted_at: null, message_count: 1 })
  })

  it('in two mailboxes of one agent is one message', async () => {
    const second = await mailbox({ address: 'help@boats.example' })
    const mail = mailOf('When do you open?', { To: `${ADDRESS}, help@boats.example` })
    await arrive(mail)
    await arrive(mail, second)
    const [conversation, ...others] = await conversations()
    expect(others).toEqual([])
    expect((await messages(conversation!.id)).filter(({ role }) => role === 'visitor')).toHaveLength(1)
  })

  it('of somebody else is no second copy, whatever id and words it has', async () => {
    const second = await mailbox({ address: 'help@boats.example' })
    const id = { 'Message-ID': '<same@a.example>', To: `${ADDRESS}, help@boats.example` }
    await arrive(mailOf('When do you open?', id))
    await arrive(mailOf('When do you open?', { ...id, From: 'eve@evil.example' }), second)
    expect((await conversations()).map((row) => row.chat_user_id)).toEqual(['ann@a.example', 'eve@evil.example'])
  })

  it('comes as a part of a form, too, with the envelope that the service names', async () => {
    for (const [name, value] of [
      ['email', mailOf('One?')],
      ['message', new Blob([mailOf('Two?')], { type: 'message/rfc822' })],
      ['body-mime', mailOf('Three?')],
    ] as const) {
      const form = new FormData()
      form.set('sender', '')
      form.set(name, value)
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      const answer = await post(body, `${inbound}?recipient=${ADDRESS}`, encoded.headers.get('content-type')!)
      expect(answer.statusCode, answer.body).toBe(202)
    }
    await test.settled()
    expect(await rows()).toMatchObject([
      { not_answered: 'null_sender' },
      { not_answered: 'null_sender' },
      { not_answered: 'null_sender' },
    ])
  })

  it('whose mailbox loses its agent before it is read waits for another agent', async () => {
    const isDeleted = Promise.withResolvers<void>()
    const { storage } = test.deps
    const read = storage.read.bind(storage)
    const held = vi.spyOn(storage, 'read').mockImplementation(async (key) => {
      await isDeleted.promise
      return read(key)
    })
    expect((await post(mailOf('When do you open?'))).statusCode).toBe(202)
    await vi.waitFor(() => expect(held).toHaveBeenCalled(), { timeout: 10_000 })
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    isDeleted.resolve()
    await test.settled()
    held.mockRestore()
    expect(await rows()).toMatchObject([{ done_at: null }])
    agent = (await buildAgent(test, owner)).id
    const params = { organization: owner.organizationId, mailbox: (await rows())[0]!.mailbox_id }
    await test.request('updateMailbox', { params, body: { agent_id: agent } }, owner)
    await test.settled()
    expect(await conversations()).toMatchObject([{ message_count: expect.any(Number), deleted_at: null }])
  })

  it('is asked for again later while files can’t be stored, with nothing of it kept, and comes once they can', async () => {
    const files = join(test.config.dataDir, 'files')
    const mail = mailOf('When do you open?')
    await mkdir(files, { recursive: true })
    await rename(files, `${files}-elsewhere`)
    await writeFile(files, 'no folder')
    const answer = await post(mail)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'service_unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await rows()).toEqual([])
    await rm(files)
    await rename(`${files}-elsewhere`, files)
    await arrive(mail)
    await arrive(mail)
    expect(await conversations()).toHaveLength(1)
  })

  it('is asked for again where its file was swept before its row was written', async () => {
    const { storage, now } = test.deps
    const mail = mailOf('When do you open?')
    const swept = vi.spyOn(storage, 'save').mockImplementationOnce(async (...saved) => {
      await storage.save(...saved)
      await sweepUploads({ ...test.deps, now: () => now() + 2 * 3_600_000 })
    })
    const answer = await post(mail)
    swept.mockRestore()
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'service_unavailable'])
    expect(await rows()).toEqual([])
    await arrive(mail)
    expect(await conversations()).toHaveLength(1)
  })

  it('is refused with what is wrong: an unknown address, another type, no mail, too large', async () => {
    const refused = async (...args: Parameters<typeof post>) => {
      const answer = await post(...args)
      return [answer.statusCode, answer.json().error.code]
    }
    expect(await refused(mailOf('x'), '/inbound/v1/nothing')).toEqual([404, 'resource_not_found'])
    expect(await refused('{}', inbound, 'application/json')).toEqual([415, 'validation_failed'])
    for (const nothing of ['', 'hello', '\0\0\0', '\r\n\r\nSubject: late'])
      expect(await refused(nothing)).toEqual([422, 'validation_failed'])
    expect(await refused(mailOf('x'.repeat(limits.mailBytes)))).toEqual([413, 'validation_failed'])
    expect(await rows()).toEqual([])
  })
})
