import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { noteSending } from './note-problem.ts'
import { outageHandler } from './outage.job.ts'
import { lockMailbox } from './queries.ts'

const ADDRESS = 'crew@boats.example'

describe.each(databases())('testing a mailbox on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer

  beforeAll(async () => {
    server = await startMailServer()
    test = await createTestApp({ database, worker: false, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    server.received.length = 0
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })

  const params = () => ({ organization: owner.organizationId })
  function account(password?: string) {
    const url = new URL(server.url)
    const own = { host: url.hostname, port: Number(url.port), security: 'none' as const, user: url.username }
    const auth = { type: 'password' as const, password: password ?? decodeURIComponent(url.password) }
    return { ...own, auth }
  }
  const mailbox = (password?: string) => ({
    ...{ agent_id: agent, name: 'The crew', address: ADDRESS, incoming: { type: 'http' as const } },
    outgoing: account(password),
  })
  const tryOut = (body: Input<'testMailbox'>['body'], caller = owner) =>
    test.request('testMailbox', { params: params(), body }, caller)
  const create = async (password?: string) =>
    (await test.request('createMailbox', { params: params(), body: mailbox(password) }, owner)).data
  const shown = async (id: string) =>
    (await test.request('getMailbox', { params: { ...params(), mailbox: id } }, owner)).data

  it('that is not added yet logs in, asks for its sender, and sends nothing', async () => {
    const { status, data } = await tryOut(mailbox())
    expect(status).toBe(200)
    expect(data.outgoing).toEqual({ ok: true, code: null, message: null })
    expect(data.incoming).toEqual({
      ok: true,
      code: null,
      message: expect.stringContaining('inbound URL'),
      folders: [],
    })
    const wrong = await tryOut(mailbox('wr0ng'))
    expect(wrong.data.outgoing).toMatchObject({ ok: false, code: 'login_failed' })
    expect(wrong.data.outgoing.message).toContain('refused user and password')
    expect(JSON.stringify(wrong.body)).not.toContain('wr0ng')
    const none = await tryOut({ ...mailbox(), outgoing: null })
    expect(none.data.outgoing).toEqual({ ok: false, code: null, message: 'This installation has no mail server.' })
    const { auth: _, ...unknown } = account()
    const asked = await tryOut({ ...mailbox(), outgoing: unknown })
    expect([asked.status, asked.body.error.details[0].field]).toEqual([422, 'outgoing.auth'])
    expect(server.received).toEqual([])
  })

  it('that is stored keeps with it what was found out', async () => {
    const { id } = await create('wr0ng')
    const { data } = await tryOut({ id })
    expect(data.outgoing.code).toBe('login_failed')
    const failing = await shown(id)
    expect(failing).toMatchObject({
      status: 'failing',
      error: { code: 'login_failed', message: data.outgoing.message },
    })
    const again = { params: { ...params(), mailbox: id }, body: { outgoing: account() } }
    await test.request('updateMailbox', again, owner)
    expect((await tryOut({ id })).data.outgoing.ok).toBe(true)
    expect(await shown(id)).toMatchObject({ status: 'unverified', error: null, sent_at: null })
  })

  it('fails still where its mail can not be sent, though it gets its mail in another way', async () => {
    const { id } = await create('wr0ng')
    await tryOut({ id })
    const failing = { status: 'failing', error: { code: 'login_failed' } }
    expect(await shown(id)).toMatchObject(failing)
    const incoming = { type: 'imap' as const, ...account(), folder: 'INBOX' }
    for (const way of [incoming, { type: 'http' as const }]) {
      await test.request('updateMailbox', { params: { ...params(), mailbox: id }, body: { incoming: way } }, owner)
      expect(await shown(id)).toMatchObject(failing)
    }
  })

  it('no longer fails once what failed is gone: the server of its own, or the agent that was deleted', async () => {
    const { id } = await create('wr0ng')
    await tryOut({ id })
    expect(await shown(id)).toMatchObject({ status: 'failing' })
    const update = (body: Input<'updateMailbox'>['body']) =>
      test.request('updateMailbox', { params: { ...params(), mailbox: id }, body }, owner)
    await update({ outgoing: null })
    expect(await shown(id)).toMatchObject({ status: 'unverified', error: null })

    await update({ outgoing: account('wr0ng') })
    await tryOut({ id })
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    expect(await shown(id)).toMatchObject({ status: 'paused', error: { code: 'agent_deleted' } })
    await update({ agent_id: (await buildAgent(test, owner)).id })
    expect(await shown(id)).toMatchObject({ status: 'unverified', error: null })
  })

  it('that loses its login tells owners and admins once an outage, of another trouble after 15 minutes', async () => {
    const { id } = await create()
    const told = async () =>
      (await test.request('listNotifications', { params: params(), query: {} }, owner)).data.items.map(
        ({ kind, mailbox_id, excerpt }) => ({ kind, mailbox_id, excerpt }),
      )
    const note = (code: 'timed_out' | 'login_failed' | null) =>
      test.deps.database.transaction(async (tx) =>
        noteSending(test.deps, tx, (await lockMailbox(tx, id))!, code && { code, message: 'It fails.' }),
      )
    /** Runs the queued jobs that tell of it, due or not, in place of a worker. */
    async function tell(): Promise<number[]> {
      const rows = await test.deps.database.read
        .selectFrom('jobs')
        .select(['id', 'payload', 'run_at', 'created_at'])
        .where('name', '=', 'mailboxes.outage')
        .orderBy('id')
        .execute()
      const waits: number[] = []
      for (const { id: job, payload, run_at, created_at } of rows) {
        const run = { attempt: 1, signal: new AbortController().signal }
        const about = JSON.parse(String(payload))
        if (about.mailboxId !== id) continue
        await outageHandler(test.deps).run(about, run)
        await test.deps.database.transaction((tx) => tx.deleteFrom('jobs').where('id', '=', job).execute())
        waits.push(Math.round((Number(run_at) - Number(created_at)) / 1_000))
      }
      return waits
    }
    await note('timed_out')
    await note(null)
    expect(await tell()).toEqual([900])
    expect(await told()).toEqual([])
    await note('timed_out')
    await note('timed_out')
    await note('login_failed')
    await note('login_failed')
    expect(await tell()).toEqual([900, 0])
    const news = { kind: 'account_failing', mailbox_id: id, excerpt: ADDRESS }
    expect(await told()).toEqual([news])
    await note(null)
    await note('login_failed')
    expect(await tell()).toEqual([0])
    expect(await told()).toEqual([news, news])
  })

  it('is for those of its organization, ten times a minute', async () => {
    const { id } = await create()
    const stranger = await test.signUp()
    const foreign = { params: { organization: stranger.organizationId }, body: { id } }
    expect((await test.request('testMailbox', foreign, stranger)).status).toBe(404)
    const tried = await Promise.all(Array.from({ length: 11 }, () => tryOut({ ...mailbox(), outgoing: null })))
    expect(tried.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 429])
    expect(Number(tried.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
