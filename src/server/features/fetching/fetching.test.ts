import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { type Dovecot, startDovecot } from '../../../../e2e/tools/dovecot.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { MAILBOX, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { startFetching } from './start-fetching.ts'

// Nothing listens there: what is answered waits.
const SENDING = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@boats.example', PUBLIC_URL: 'https://b.example' }
const DAY_MS = 86_400_000
const dovecots = { idle: await startDovecot(), poll: await startDovecot({ idle: false }) }
const isThere = dovecots.idle !== null

afterAll(async () => {
  for (const server of Object.values(dovecots)) await server?.stop()
})

describe.runIf(isThere).each(databases())('mail from a mail server on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let user: string
  let users = 0
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    const env = { OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'fatal', ...SENDING }
    test = await createTestApp({ database, env })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    users += 1
    user = `crew-${database.name}-${users}`
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  const params = () => ({ organization: owner.organizationId })
  const server = (from: Dovecot = dovecots.idle!) => ({
    ...{ type: 'imap' as const, host: '127.0.0.1', port: from.port, security: 'none' as const, user, folder: 'INBOX' },
    auth: { type: 'password' as const, password: from.password },
  })
  type Body = Partial<Input<'createMailbox'>['body']>
  async function create(more: Body = {}): Promise<string> {
    const body = { agent_id: agent, name: 'Crew', address: MAILBOX, incoming: server(), ...more }
    const answer = await test.request('createMailbox', { params: params(), body }, owner)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.data.id
  }
  function fetchAll(times: Parameters<typeof startFetching>[1] = {}) {
    const end = startFetching(test.deps, { renewal: 100, told: 60_000, untold: 200, ...times })
    ends.push(end)
    return end
  }
  const shown = async (id: string) =>
    (await test.request('getMailbox', { params: { ...params(), mailbox: id } }, owner)).data
  const stateOf = (id: string) =>
    test.deps.database.read.selectFrom('mail_fetches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changeState = (id: string, changes: object) =>
    test.deps.database.transaction(async (tx) => {
      await tx.updateTable('mail_fetches').set(changes).where('id', '=', id).execute()
    })
  const until = (what: () => Promise<unknown>, message: string) => expect.poll(what, { timeout: 15_000, message })
  const connected = async (id: string) => until(async () => (await shown(id)).status, 'connects').toBe('connected')
  const conversations = async () => {
    const all = await test.request(
      'listConversations',
      { params: { agent }, query: { per_page: 100 } },
      { key: await owner.key() },
    )
    return all.data
  }
  const senders = async () => (await conversations()).map(({ chat_user }) => chat_user.id).toSorted()
  const from = (name: string, text = 'Are you open?') => mailOf(text, { From: `${name}@a.example` })

  it('comes at once where the server tells of it, and leaves it there unread', async () => {
    dovecots.idle!.deliver(user, from('earlier'))
    const id = await create()
    expect(await shown(id)).toMatchObject({
      status: 'connecting',
      incoming: { folder: 'INBOX', auth: { provider: null } },
    })
    fetchAll()
    await connected(id)
    dovecots.idle!.deliver(user, from('ann'))
    dovecots.idle!.deliver(user, from('bob'))
    await until(senders, 'they come').toEqual(['ann@a.example', 'bob@a.example'])
    expect(dovecots.idle!.mails(user).map(({ flags }) => flags)).toEqual(['', '', ''])
    expect((await shown(id)).received_at).not.toBeNull()
  })

  it('comes by looking where the server tells of nothing, and is marked as read if that is wished', async () => {
    const id = await create({ incoming: server(dovecots.poll!), mark_seen: true })
    fetchAll()
    await connected(id)
    dovecots.poll!.deliver(user, from('ann'))
    await until(senders, 'it comes').toEqual(['ann@a.example'])
    await until(async () => dovecots.poll!.mails(user).map(({ flags }) => flags), 'it is marked').toEqual(['S'])
  })

  it('of the last days comes closed and unanswered where that is wished', async () => {
    const now = Date.now()
    dovecots.idle!.deliver(user, from('ancient'), now - 9 * DAY_MS)
    dovecots.idle!.deliver(user, from('recent'), now - 2 * DAY_MS)
    const id = await create({ import_days: 7 })
    fetchAll()
    await connected(id)
    dovecots.idle!.deliver(user, from('new'))
    await until(senders, 'they come').toEqual(['new@a.example', 'recent@a.example'])
    await test.settled()
    const states = (await conversations()).map(({ chat_user, status }) => [chat_user.id, status])
    expect(Object.fromEntries(states)).toEqual({ 'new@a.example': 'open', 'recent@a.example': 'closed' })
    const reasons = await test.deps.database.read
      .selectFrom('mails')
      .select(['sender', 'not_answered'])
      .where('mailbox_id', '=', id)
      .orderBy('sender')
      .execute()
    expect(reasons).toEqual([
      { sender: 'new@a.example', not_answered: null },
      { sender: 'recent@a.example', not_answered: 'old' },
    ])
  })

  it('comes neither twice nor not at all when all mails have other numbers', async () => {
    dovecots.idle!.deliver(user, from('before'))
    const id = await create()
    const stop = fetchAll()
    await connected(id)
    dovecots.idle!.deliver(user, from('ann'))
    await until(senders, 'it comes').toEqual(['ann@a.example'])
    await stop()
    const { uid_validity } = await stateOf(id)
    await delay(2_500) // the folder's clock has whole seconds, and the first mail must be older than the beginning
    await changeState(id, { began_at: Date.now() - 1_000 })
    dovecots.idle!.renumber(user)
    dovecots.idle!.deliver(user, from('bob'))
    fetchAll()
    await until(senders, 'the other comes').toEqual(['ann@a.example', 'bob@a.example'])
    const after = await stateOf(id)
    expect(after.uid_validity).not.toBe(uid_validity)
    await until(async () => (await stateOf(id)).uid, 'all are passed').toBe(103)
    dovecots.idle!.deliver(user, from('cleo'))
    await until(senders, 'the next comes').toEqual(['ann@a.example', 'bob@a.example', 'cleo@a.example'])
  })

  it('is left on its server when it is too large, which its conversation says', async () => {
    const id = await create()
    fetchAll()
    await connected(id)
    const type = { 'Content-Type': 'text/plain; charset=utf-8', From: 'large@a.example', Subject: 'A film' }
    dovecots.idle!.deliver(user, mailOf(`${'0123456789'.repeat(10)}\r\n`.repeat(265_000), type))
    await until(senders, 'it comes').toEqual(['large@a.example'])
    dovecots.idle!.deliver(user, from('small'))
    await until(senders, 'another comes').toEqual(['large@a.example', 'small@a.example'])
    await test.settled()
    const large = (await conversations()).find(({ chat_user }) => chat_user.id === 'large@a.example')!
    const of = { params: { agent, conversation: large.id }, query: {} }
    const { data } = await test.request('listThread', of, owner)
    const [first, ...answers] = data.items.filter(({ type }) => type === 'message')
    expect(first).toMatchObject({
      message: { content: expect.stringMatching(/^\[This mail has 26 MB, more than the 25 MB/) },
      email: { subject: 'A film', attachments: [] },
    })
    expect(answers).toEqual([])
    const modes = (await conversations()).map(({ chat_user, response_mode }) => [chat_user.id, response_mode])
    expect(Object.fromEntries(modes)['large@a.example']).toBe('human')
  })

  it('that can’t be fetched is told of by name, and tried again later and later', async () => {
    const right = server()
    const wrong = { ...right, auth: { type: 'password' as const, password: 'wr0ng' } }
    const id = await create({ incoming: wrong })
    fetchAll()
    const error = async () => (await shown(id)).error?.code
    await until(error, 'it fails').toBe('login_failed')
    expect((await shown(id)).status).toBe('failing')
    expect(await stateOf(id)).toMatchObject({ failures: 1, refusals: 1 })
    for (const [failures, refusals, wait] of [
      [2, 2, 30],
      [3, 3, 3_600],
    ] as const) {
      await changeState(id, { next_at: 0, lease_until: 0, lease_owner: null })
      await until(async () => (await stateOf(id)).failures, 'it fails again').toBe(failures)
      const { next_at, ...state } = await stateOf(id)
      expect(state.refusals).toBe(refusals)
      expect(Math.abs(next_at! - Date.now() - wait * 1_000)).toBeLessThan(5_000)
    }
    const change = (body: Input<'updateMailbox'>['body']) =>
      test.request('updateMailbox', { params: { ...params(), mailbox: id }, body }, owner)
    expect((await change({ incoming: { ...right, folder: 'Nowhere' } })).status).toBe(200)
    await until(error, 'it has no such folder').toBe('folder_not_found')
    const { auth: _, ...same } = right
    expect((await change({ incoming: same })).status).toBe(200)
    await until(error, 'it works').toBeUndefined()
    await connected(id)
  })

  it('asks for the password again for another server, and keeps it for another folder', async () => {
    const id = await create()
    const change = (body: Input<'updateMailbox'>['body']) =>
      test.request('updateMailbox', { params: { ...params(), mailbox: id }, body }, owner)
    const { auth: _, ...same } = server()
    for (const other of [{ host: 'evil.example' }, { port: 993 }, { security: 'tls' as const }, { user: 'eve' }]) {
      const refused = await change({ incoming: { ...same, ...other } })
      expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'incoming.auth'])
    }
    expect((await change({ incoming: { ...same, folder: 'Archive' } })).data.incoming).toMatchObject({
      folder: 'Archive',
    })
    const renewed = await test.request('renewInboundUrl', { params: { ...params(), mailbox: id } }, owner)
    expect(renewed.status).toBe(422)
    expect((await change({ incoming: { type: 'http' } })).data).toMatchObject({ status: 'unverified' })
    const rows = test.deps.database.read.selectFrom('mailboxes').select('incoming_secret').where('id', '=', id)
    expect(await rows.execute()).toEqual([{ incoming_secret: null }])
    expect((await change({ incoming: same })).status).toBe(422)
  })

  it('is tried out before it is set up, with the folders that there are', async () => {
    const body = { agent_id: agent, name: 'Crew', address: MAILBOX, incoming: server() }
    const tryOut = async (changes: object) => {
      const tried = { ...body, incoming: { ...body.incoming, ...changes } }
      return (await test.request('testMailbox', { params: params(), body: tried }, owner)).data.incoming
    }
    const folders = ['INBOX', 'Sent', 'Archive']
    expect(await tryOut({})).toEqual({ ok: true, code: null, message: null, folders })
    expect(await tryOut({ folder: 'Nowhere' })).toMatchObject({ ok: false, code: 'folder_not_found', folders })
    expect(await tryOut({ user: 'x', auth: { type: 'password', password: 'y' } })).toMatchObject({
      code: 'login_failed',
    })
    expect(await tryOut({ security: 'tls' })).toMatchObject({ code: 'protocol_mismatch' })
    expect(await tryOut({ security: 'starttls' })).toMatchObject({ code: 'no_tls' })
    const id = await create()
    const stored = await test.request('testMailbox', { params: params(), body: { id } }, owner)
    expect(stored.data.incoming).toMatchObject({ ok: true, folders })
  })

  it('is fetched by one process alone, and by another once that is dead', async () => {
    const id = await create()
    await changeState(id, { lease_owner: 'a process that died', lease_until: Date.now() + 1_500 })
    fetchAll()
    fetchAll()
    await delay(500)
    expect((await shown(id)).status).toBe('connecting')
    await connected(id)
    dovecots.idle!.deliver(user, from('ann'))
    await until(senders, 'it comes').toEqual(['ann@a.example'])
    const { uid } = await stateOf(id)
    // Another process takes it over while a mail is on its way: what the first one would store is of no account.
    await changeState(id, { lease_owner: 'another process', lease_until: Date.now() + 60_000 })
    dovecots.idle!.deliver(user, from('bob'))
    await delay(700)
    expect([await senders(), (await stateOf(id)).uid]).toEqual([['ann@a.example'], uid])
  })

  it('is not fetched while the mailbox is paused, nor once it is deleted', async () => {
    const id = await create()
    fetchAll()
    await connected(id)
    const change = { params: { ...params(), mailbox: id }, body: { is_paused: true } }
    await test.request('updateMailbox', change, owner)
    await delay(300)
    dovecots.idle!.deliver(user, from('ann'))
    await delay(300)
    expect(await senders()).toEqual([])
    await test.request('updateMailbox', { ...change, body: { is_paused: false } }, owner)
    await until(senders, 'it comes').toEqual(['ann@a.example'])
    await test.request('deleteMailbox', { params: change.params }, owner)
    await delay(300)
    dovecots.idle!.deliver(user, from('bob'))
    await delay(300)
    expect(await senders()).toEqual(['ann@a.example'])
  })

  it('that its server lists and does not hand over is asked for three times, and then told of', async () => {
    const asked: string[] = []
    const stubborn = await listening(asked)
    ends.push(() => stubborn.close())
    const { port } = stubborn.address() as { port: number }
    const id = await create({ incoming: { ...server(), port } })
    await changeState(id, { uid_validity: 7, uid: 3, began_at: 1 })
    fetchAll()
    const unfetched = async () =>
      (await test.request('listUnfetchedMails', { params: { ...params(), mailbox: id } }, owner)).data
    await until(unfetched, 'it is given up').toEqual([{ uid: 4, size: 1_234, received_at: '2026-11-29T08:00:00.000Z' }])
    expect(asked.filter((line) => /UID FETCH 4 .*BODY\.PEEK\[\]/.test(line))).toHaveLength(3)
    await until(senders, 'the one after it comes').toEqual(['ann@a.example'])
    expect((await stateOf(id)).uid).toBe(5)
  })
})

/** A server that lists two mails, and hands over the second alone. */
async function listening(asked: string[]): Promise<Server> {
  const mail = mailOf('Hello?', { From: 'ann@a.example' })
  const line = (uid: number) =>
    `* ${uid - 3} FETCH (UID ${uid} RFC822.SIZE 1234 INTERNALDATE "29-Nov-2026 08:00:00 +0000")\r\n`
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n')
    socket.on('data', (chunk) => {
      for (const command of String(chunk).split('\r\n').filter(Boolean)) {
        asked.push(command)
        const [tag, name = ''] = command.split(' ')
        let said = ''
        if (/^(SELECT|EXAMINE)$/.test(name))
          said = '* FLAGS (\\Seen)\r\n* 2 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 6] x\r\n'
        if (/UID FETCH 4:\*/.test(command)) said = line(4) + line(5)
        else if (/UID FETCH 6:\*/.test(command)) said = line(5)
        else if (/UID FETCH 4 .*RFC822/.test(command)) said = line(4)
        else if (/UID FETCH 4 /.test(command)) said = '* 1 FETCH (UID 4 BODY[] "")\r\n'
        else if (/UID FETCH 5 /.test(command)) said = `* 2 FETCH (UID 5 BODY[] {${mail.length}}\r\n${mail})\r\n`
        socket.write(`${said}${tag} OK done\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
