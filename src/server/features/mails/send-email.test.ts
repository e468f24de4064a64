import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { pruneAttachments, selectAnyAttachment } from '../attachments/index.ts'
import { sendMailHandler } from './send-mail.job.ts'
import { storePendingHandler } from './store-pending.job.ts'

const ADDRESS = 'crew@boats.example'
const ANN = 'ann@a.example'
const CLEO = 'cleo@c.example'

describe.each(databases())('mail that people write on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer
  let mailbox: { id: string; inbound: string }

  beforeAll(async () => {
    server = await startMailServer()
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' } })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    server.received.length = 0
    server.refuseWith(undefined)
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const { hostname, port, username, password } = new URL(server.url)
    const own = { host: hostname, port: Number(port), security: 'none' as const, user: username }
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = {
      ...{ agent_id: agent, name: 'The crew', address: ADDRESS, incoming: { type: 'http' as const } },
      ...{ outgoing: { ...own, auth }, undo_seconds: 0 },
    }
    const { data } = await test.request('createMailbox', { params: params(), body }, owner)
    mailbox = { id: data.id, inbound: new URL(data.inbound_url!).pathname }
  })

  const params = () => ({ organization: owner.organizationId })
  /** Lets Ann's mail arrive, whose question the AI has no answer to. */
  async function arrive(headers: Record<string, string> = {}): Promise<string> {
    const all = {
      ...{ From: `Ann Bell <${ANN}>`, To: ADDRESS, Cc: `Cleo <${CLEO}>`, Subject: 'Hours' },
      'Message-ID': `<${crypto.randomUUID()}@a.example>`,
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    const answer = await test.app.inject({
      method: 'POST',
      url: mailbox.inbound,
      headers: { 'content-type': 'message/rfc822' },
      payload: `${lines.join('\r\n')}\r\n\r\nWhich colour has the moon of Jupiter?\r\n`,
    })
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
    const key = await owner.key()
    return (await test.request('listConversations', { params: { agent }, query: {} }, { key })).data[0]!.id
  }
  const thread = async (conversation: string) =>
    (await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)).data
  const setUndo = (seconds: number) =>
    test.request(
      'updateMailbox',
      { params: { ...params(), mailbox: mailbox.id }, body: { undo_seconds: seconds } },
      owner,
    )
  type Typed = Omit<Input<'sendEmail'>['body'], 'seen_position' | 'content'> & { content?: string }
  async function send(conversation: string, typed: Typed = {}, by: Owner = owner) {
    const { last_position } = await thread(conversation)
    const body = { content: 'Grey.', seen_position: last_position ?? '0.0', ...typed }
    const answer = await test.request('sendEmail', { params: { agent, conversation }, body }, by)
    await test.settled()
    return answer
  }
  const takeBack = (conversation: string, email: string, by: Owner = owner) =>
    test.request('takeBackEmail', { params: { agent, conversation, email } }, by)
  const header = (raw: string, name: string) =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      .exec(raw)?.[1]
      ?.replace(/\r\n[ \t]+/g, ' ')
      .trim()
  const upload = async (name: string, content: string, by: Owner = owner) =>
    (await test.request('uploadAttachment', { params: params(), body: { file: new File([content], name) } }, by)).data
  const handle = (id: string) =>
    storePendingHandler(test.deps).run({ id }, { attempt: 1, signal: new AbortController().signal })

  it('brings the files that were uploaded for it, which are given back with it', async () => {
    const conversation = await arrive()
    const [hours, map] = [await upload('../Zeiten “ä”.csv', 'day,opens\nMon,9'), await upload('map.png', '\x89PNG')]
    expect(hours).toMatchObject({ name: 'Zeiten “ä”.csv', type: 'text/csv', size: 15, is_risky: false })
    await setUndo(30)
    const attachments = [map.id, hours.id]
    const first = (await send(conversation, { attachments })).data.id
    expect((await send(conversation, { attachments })).body.error).toMatchObject({
      details: [{ field: 'attachments.0' }],
    })
    const back = await takeBack(conversation, first)
    expect(back.data.attachments).toEqual([map, hours])
    await setUndo(0)
    expect((await send(conversation, { attachments })).status).toBe(202)
    const [mail] = server.received
    expect(mail!.raw).toMatch(/filename\*0\*=utf-8''Zeiten%20%E2%80%9C%C3%A4%E2%80%9D.csv|Zeiten/)
    expect(mail!.raw.replaceAll('\r\n', '')).toContain(Buffer.from('day,opens\nMon,9').toString('base64'))
    const { items } = await thread(conversation)
    expect(items.at(-1)?.email?.attachments).toEqual([map, hours].map((file) => ({ ...file, is_inline: false })))
    expect((await send(conversation, { attachments: [hours.id] })).status).toBe(422)
  })

  it('has failed where a file of it is lost, and keeps no later mail back', async () => {
    const conversation = await arrive()
    const file = await upload('a.txt', 'One')
    const { storage_key } = (await selectAnyAttachment(test.deps.database.read, file.id))!
    server.refuseWith({ code: 451, message: '4.3.0 try again later' })
    const { id } = (await send(conversation, { attachments: [file.id] })).data
    server.refuseWith(undefined)
    await test.deps.storage.remove(storage_key!)
    const handler = sendMailHandler(test.deps)
    const { mail_id } = await test.deps.database.read
      .selectFrom('mails')
      .select('id as mail_id')
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()
    const payload = { mailId: mail_id, mailboxId: mailbox.id, number: 2 }
    await expect(handler.run(payload, { attempt: 1, signal: new AbortController().signal })).rejects.toThrow('file')
    await handler.failed!(payload, new Error('A file is lost'))
    await send(conversation, { content: 'Second.' })
    expect(server.received.map(({ text }) => text.slice(0, 5))).toEqual(['Secon'])
    const { items } = await thread(conversation)
    expect(items.find(({ message }) => message?.id === id)?.email?.delivery?.status).toBe('failed')
    expect(items.filter(({ event }) => event?.type === 'bounced').map(({ event }) => event)).toMatchObject([
      { address: ANN },
      { address: CLEO },
    ])
  })

  it('brings no file of another member, none that is too old, and no more than a mail holds', async () => {
    const conversation = await arrive()
    const other = await buildMember(test, owner, 'responder')
    const foreign = await upload('a.txt', 'One', other)
    const old = await upload('b.txt', 'Two')
    await test.deps.database.transaction((tx) =>
      tx.updateTable('attachments').set({ expires_at: 1 }).where('id', '=', old.id).execute(),
    )
    for (const id of [foreign.id, old.id, crypto.randomUUID()])
      expect((await send(conversation, { attachments: [id] })).body.error.details).toMatchObject([
        { field: 'attachments.0' },
      ])
    const large = [await upload('c.bin', 'x'.repeat(10_000_000)), await upload('d.bin', 'x'.repeat(10_000_000))]
    const tooLarge = await send(conversation, { attachments: large.map(({ id }) => id) })
    expect(tooLarge.body.error.details).toMatchObject([{ field: 'attachments' }])
    const reply = { content: 'See.', seen_position: '0.0', force: true, attachments: large.map(({ id }) => id) }
    const replied = await test.request('replyToVisitor', { params: { agent, conversation }, body: reply }, owner)
    expect(replied.body.error?.details).toMatchObject([{ field: 'attachments' }])
    expect((await send(conversation, { attachments: [large[0]!.id] })).status).toBe(202)
    const letter = {
      mailbox_id: mailbox.id,
      to: [CLEO],
      subject: 'Hours',
      content: 'See.',
      attachments: [large[1]!.id],
    }
    expect((await test.request('beginByEmail', { params: { agent }, body: letter }, owner)).status).toBe(202)
    await test.settled()
    expect(server.received.at(-1)!.raw).toMatch(/filename="?d\.bin/)
    await pruneAttachments(test.deps)
    const left = await test.deps.database.read.selectFrom('attachments').select('name').execute()
    expect(left.map(({ name }) => name)).not.toContain('b.txt')
    expect(left.map(({ name }) => name)).toContain('a.txt')
  })

  it('goes to whom it is typed for, with its own subject and without a quote, and lets them answer', async () => {
    const conversation = await arrive()
    const typed = { to: [ANN, 'Dan@D.example'], cc: [], bcc: ['eve@e.example', ANN], subject: 'The moon' }
    const { status, data } = await send(conversation, { ...typed, quote: 'none', closes: true })
    expect(status).toBe(202)
    const [mail] = server.received
    expect(mail).toMatchObject({ to: [ANN, 'dan@d.example', 'eve@e.example'], text: expect.stringMatching(/^Grey\./) })
    expect(mail!.text).not.toContain('>')
    expect(header(mail!.raw, 'Subject')).toBe('The moon')
    expect(header(mail!.raw, 'To')).toBe(`Ann Bell <${ANN}>, dan@d.example`)
    expect(mail!.headers).not.toContain('eve@')
    const { items, pending } = await thread(conversation)
    expect(pending).toEqual([])
    expect(items.find(({ id }) => id === data.id)).toMatchObject({
      message: { role: 'human', content: 'Grey.' },
      author: { type: 'member', id: owner.userId },
      email: { bcc: [{ address: 'eve@e.example' }], delivery: { status: 'sent' } },
    })
    expect(items.at(-1)?.event).toMatchObject({ type: 'closed' })
    const answered = { From: 'dan@d.example', 'In-Reply-To': header(mail!.raw, 'Message-ID')! }
    expect(await arrive(answered)).toBe(conversation)
    expect((await thread(conversation)).items.at(-1)?.email?.from.address).toBe('dan@d.example')
  })

  it('takes the conversation over at once, and can be taken back until it leaves', async () => {
    await setUndo(30)
    const conversation = await arrive()
    const before = Date.now()
    const { data } = await send(conversation, { content: 'Gray.', closes: true })
    const wait = Date.parse(data.sends_at) - before
    expect(wait).toBeGreaterThanOrEqual(30_000)
    expect(wait).toBeLessThan(60_000)
    const { pending, items } = await thread(conversation)
    const author = { type: 'member', id: owner.userId, name: expect.any(String) }
    expect(pending).toEqual([{ id: data.id, content: 'Gray.', author, sends_at: data.sends_at }])
    expect(items.filter(({ message }) => message)).toHaveLength(1)
    const key = await owner.key()
    const shown = async () => (await test.request('getConversation', { params: { agent, conversation } }, { key })).data
    expect(await shown()).toMatchObject({ response_mode: 'human', status: 'open' })

    const other = await buildMember(test, owner, 'admin')
    expect((await takeBack(conversation, data.id, other)).status).toBe(403)
    const { body } = await send(conversation, {}, other)
    expect(body.error).toMatchObject({
      code: 'reply_is_stale',
      details: [{ message: expect.stringContaining('Gray.') }],
    })
    const back = await takeBack(conversation, data.id)
    const typed = { content: 'Gray.', to: [ANN], cc: [CLEO], bcc: [], subject: null, quote: null, closes: true }
    expect(back).toMatchObject({ status: 200, data: typed })
    expect((await takeBack(conversation, data.id)).status).toBe(404)
    await handle(data.id)
    expect((await thread(conversation)).pending).toEqual([])
    expect(server.received).toEqual([])
    expect(await shown()).toMatchObject({ status: 'open' })

    const second = (await send(conversation)).data.id
    await handle(second)
    await handle(second)
    await test.settled()
    expect(server.received).toHaveLength(1)
    expect((await takeBack(conversation, second)).body.error.code).toBe('already_sent')
  })

  it('leaves in the order in which it was sent, whichever job comes first', async () => {
    await setUndo(30)
    const conversation = await arrive()
    await send(conversation, { content: 'First.' })
    const { data } = await send(conversation, { content: 'Second.' })
    await handle(data.id)
    await test.settled()
    expect(server.received.map(({ text }) => text.slice(0, 5))).toEqual(['First', 'Secon'])
  })

  it('is gone with its conversation', async () => {
    await setUndo(30)
    const conversation = await arrive()
    const { data } = await send(conversation)
    const key = await owner.key()
    await test.request('deleteConversation', { params: { agent, conversation } }, { key })
    const rows = test.deps.database.read.selectFrom('pending_mails').select('id').where('id', '=', data.id)
    expect(await rows.execute()).toEqual([])
    await handle(data.id)
    expect(server.received).toEqual([])
  })

  it('is refused to nobody, to what is no address, to ourselves and to more than fifty, while the agent is disabled, and elsewhere', async () => {
    const conversation = await arrive()
    const field = async (typed: Typed) => {
      const { status, body } = await send(conversation, typed)
      expect(status).toBe(422)
      return body.error.details[0].field
    }
    expect(await field({ to: [] })).toBe('to')
    expect(await field({ to: ['ann'] })).toBe('to.0')
    expect(await field({ cc: [CLEO, ADDRESS] })).toBe('cc.1')
    const many = Array.from({ length: 50 }, (_, at) => `a${at}@a.example`)
    expect(await field({ bcc: many })).toBe('to')
    expect(await field({ bcc: [...many, ...many] })).toBe('bcc')
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, owner)
    expect((await send(conversation)).status).toBe(423)
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: false } }, owner)
    await test.request('deleteMailbox', { params: { ...params(), mailbox: mailbox.id } }, owner)
    expect((await send(conversation)).body.error.code).toBe('mailbox_unavailable')
    expect(server.received).toEqual([])
  })

  it('begins a conversation, which its answer continues, and which is gone if it is taken back', async () => {
    await setUndo(30)
    const letter = { mailbox_id: mailbox.id, to: [ANN], subject: 'Your boat', content: 'It is **ready**.' }
    const begin = () => test.request('beginByEmail', { params: { agent }, body: letter }, owner)
    const first = (await begin()).data
    expect((await thread(first.conversation_id)).pending).toHaveLength(1)
    expect((await takeBack(first.conversation_id, first.id)).data).toMatchObject({ to: [ANN], subject: 'Your boat' })
    const gone = { params: { agent, conversation: first.conversation_id }, query: {} }
    expect((await test.request('listThread', gone, owner)).status).toBe(404)

    await setUndo(0)
    const { status, data } = await begin()
    expect(status).toBe(202)
    await test.settled()
    const [mail] = server.received
    expect(mail).toMatchObject({ to: [ANN], html: expect.stringContaining('<strong>ready</strong>') })
    expect(header(mail!.raw, 'Subject')).toBe('Your boat')
    expect(header(mail!.raw, 'In-Reply-To')).toBeUndefined()
    await send(data.conversation_id, { content: 'Come soon.' })
    expect(header(server.received[1]!.raw, 'In-Reply-To')).toBe(header(mail!.raw, 'Message-ID'))
    expect(header(server.received[1]!.raw, 'Subject')).toBe('Re: Your boat')
    expect(await arrive({ 'In-Reply-To': header(mail!.raw, 'Message-ID')! })).toBe(data.conversation_id)
    const { items, email } = await thread(data.conversation_id)
    expect(items.flatMap(({ message }) => message?.role ?? [])).toEqual(['human', 'human', 'visitor'])
    expect(email?.reply).toEqual({
      to: [{ address: ANN, name: 'Ann Bell' }],
      cc: [{ address: CLEO, name: 'Cleo' }],
    })
    expect(server.received).toHaveLength(2) // people have it, so the AI is silent
  })

  it('is mailed again to those whom it did not reach, and to nobody else', async () => {
    server.refuseWith({ code: 550, message: '5.1.1 no such mailbox' })
    const conversation = await arrive()
    const { data } = await send(conversation, { cc: [] })
    const { items } = await thread(conversation)
    expect(items.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    server.refuseWith(undefined)
    const retry = (message: string) => test.request('retryEmail', { params: { agent, conversation, message } }, owner)
    const answer = await retry(data.id)
    expect(answer).toMatchObject({
      status: 202,
      data: { status: 'queued', recipients: [{ address: ANN, code: null }] },
    })
    await test.settled()
    expect(server.received).toMatchObject([{ to: [ANN] }])
    expect((await retry(data.id)).body.error.code).toBe('not_failed')
    expect((await retry(items[0]!.id)).status).toBe(404)
  })

  it('never overtakes an earlier one, is slowed as the server asks, and goes at once when the account is mended', async () => {
    server.refuseWith({ code: 421, message: '4.7.0 too many mails' })
    const conversation = await arrive()
    await send(conversation, { content: 'First.' })
    server.refuseWith(undefined)
    await send(conversation, { content: 'Second.' })
    expect(server.received).toEqual([])
    const { hostname, port, username, password } = new URL(server.url)
    const own = { host: hostname, port: Number(port), security: 'none' as const, user: username }
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = { outgoing: { ...own, auth } }
    await test.request('updateMailbox', { params: { ...params(), mailbox: mailbox.id }, body }, owner)
    await vi.waitFor(() => expect(server.received).toHaveLength(2), { timeout: 10_000 })
    await test.settled()
    expect(server.received.map(({ text }) => text.slice(0, 5))).toEqual(['First', 'Secon'])
  })
})
