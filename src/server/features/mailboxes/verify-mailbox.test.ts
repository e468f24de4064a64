import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { VALID_MS } from './verification.ts'

const ADDRESS = 'crew@boats.example'
const RESULTS = 'Authentication-Results: mx.boats.example;\r\n dmarc=pass\r\n'

describe.each(databases())('a mailbox that proves itself on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer
  let clock: number
  let mailbox: { id: string; url: string }

  beforeAll(async () => {
    server = await startMailServer()
    const env = { OUTBOUND_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'fatal' }
    test = await createTestApp({ database, env, now: () => clock })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    clock = Date.now()
    server.received.length = 0
    server.refuseWith(undefined)
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    mailbox = await create()
  })

  const params = () => ({ organization: owner.organizationId })
  async function create(more: Partial<Input<'createMailbox'>['body']> = {}) {
    const { hostname: host, port, username: user, password } = new URL(server.url)
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = {
      ...{ agent_id: agent, name: 'The crew', address: ADDRESS, incoming: { type: 'http' as const } },
      ...{ outgoing: { host, port: Number(port), security: 'none' as const, user, auth }, ai: 'silent' as const },
      ...more,
    }
    const { data } = await test.request('createMailbox', { params: params(), body }, owner)
    return { id: data.id, url: new URL(data.inbound_url!).pathname }
  }
  const of = (id = mailbox.id) => ({ params: { ...params(), mailbox: id } })
  async function verify(id = mailbox.id) {
    const answer = await test.request('verifyMailbox', of(id), owner)
    await test.settled()
    return answer
  }
  const proof = async (id = mailbox.id) => (await test.request('getMailboxVerification', of(id), owner)).data
  const shown = async (id = mailbox.id) => (await test.request('getMailbox', of(id), owner)).data
  async function arrive(raw: string, url = mailbox.url) {
    const headers = { 'content-type': 'message/rfc822' }
    const answer = await test.app.inject({ method: 'POST', url, headers, payload: raw })
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
  }
  const sentTo = (pattern: RegExp): ReceivedMail => server.received.find(({ to }) => pattern.test(to[0]!))!
  const plain = () => sentTo(/^crew@/)
  const plus = () => sentTo(/^crew\+/)
  const conversations = async () =>
    (await test.request('listConversations', { params: { agent }, query: {} }, { key: await owner.key() })).data

  it('is sent two mails, which open no conversation, and learns by them who checks its senders', async () => {
    expect(await proof()).toBeNull()
    const { status, data } = await verify()
    expect(status).toBe(202)
    expect(data).toMatchObject({ plain: { status: 'sending' }, plus: { status: 'sending' }, authserv_id: null })
    expect(Date.parse(data.expires_at) - Date.parse(data.started_at)).toBe(VALID_MS)
    expect(await proof()).toMatchObject({ plain: { status: 'sent' }, plus: { status: 'sent' } })
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual([
      expect.stringMatching(/^crew\+[a-z2-7]{46}@boats\.example$/),
      ADDRESS,
    ])
    await arrive(RESULTS + plain().raw)
    expect(await proof()).toMatchObject({ plain: { status: 'arrived' }, plus: { status: 'sent' } })
    expect(await shown()).toMatchObject({ status: 'connected', authserv_id: 'mx.boats.example' })
    await arrive(plus().raw)
    expect(await proof()).toMatchObject({ plus: { status: 'arrived' }, authserv_id: 'mx.boats.example' })
    expect(await conversations()).toEqual([])
  })

  it('is answered by the address of the conversation, once such addresses have been seen to arrive', async () => {
    const replyTo = ({ headers }: ReceivedMail) => /^Reply-To:[^@]*?([^\s<]+@[^\s>]+)/im.exec(headers)?.[1]
    const ask = async (to: string, from = 'Ann <ann@a.example>') =>
      arrive(`From: ${from}\r\nTo: ${to}\r\nCc: ${ADDRESS}\r\nSubject: ${crypto.randomUUID()}\r\n\r\nOpen?`)
    const answer = async () => {
      server.received.length = 0
      const [conversation] = await conversations()
      const place = { agent, conversation: conversation!.id }
      const { last_position } = (await test.request('listThread', { params: place, query: {} }, owner)).data
      const body = { content: 'Yes.', seen_position: last_position! }
      await test.request('replyToVisitor', { params: place, body }, owner)
      await test.settled()
      return server.received
    }
    await ask(ADDRESS)
    expect(replyTo((await answer())[0]!)).toBeUndefined()
    await verify()
    await arrive(plus().raw)
    const [mail] = await answer()
    const address = replyTo(mail!)
    expect(address).toMatch(/^crew\+[a-z2-7]{46}@boats\.example$/)
    await ask(address!)
    expect(await conversations()).toHaveLength(1)
    expect((await answer()).map(({ to }) => to)).toEqual([['ann@a.example']])
    await ask(address!, 'Eve <eve@e.example>')
    expect(await conversations()).toHaveLength(2)
  })

  it('is believed for a day, by the mails that were sent last, and in its own mailbox alone', async () => {
    const other = await create({ address: 'other@boats.example' })
    await verify()
    const former = plain().raw
    await arrive(former, other.url)
    clock += 60_000
    server.received.length = 0
    await verify()
    await arrive(former)
    expect((await proof())?.plain.status).toBe('sent')
    clock += VALID_MS
    await arrive(plain().raw)
    expect((await proof())?.plain.status).toBe('sent')
    expect(await proof(other.id)).toBeNull()
    expect(await conversations()).toEqual([])
  })

  it('keeps the server that somebody has named, and what it proved only until its address changes', async () => {
    const update = (body: Input<'updateMailbox'>['body']) => test.request('updateMailbox', { ...of(), body }, owner)
    await update({ authserv_id: 'mine.example' })
    await verify()
    await arrive(RESULTS + plain().raw)
    expect((await shown()).authserv_id).toBe('mine.example')
    await update({ name: 'Sailors', address: ADDRESS })
    expect((await proof())?.plain.status).toBe('arrived')
    await update({ address: 'new@boats.example' })
    expect(await proof()).toBeNull()
  })

  it('says why a mail is not sent, and sends none where none could come', async () => {
    server.refuseWith({ code: 550, message: '5.1.1 no such user' })
    await verify()
    expect(await proof()).toMatchObject({ plain: { status: 'refused', message: 'no such user' } })
    expect((await verify()).status).toBe(202)
    expect((await verify()).status).toBe(429)
    const long = await create({ address: `${'x'.repeat(18)}@boats.example` })
    server.refuseWith(undefined)
    await verify(long.id)
    expect(await proof(long.id)).toMatchObject({ plain: { status: 'sent' }, plus: { status: 'refused' } })
    const mute = await create({ address: 'mute@boats.example', outgoing: null })
    expect((await verify(mute.id)).status).toBe(422)
    const paused = await create({ address: 'paused@boats.example', is_paused: true })
    expect((await verify(paused.id)).status).toBe(422)
  })
})
