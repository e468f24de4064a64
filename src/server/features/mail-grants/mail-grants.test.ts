import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { type Dovecot, startDovecot } from '../../../../e2e/tools/dovecot.ts'
import { SESSION_COOKIE } from '../../http/request.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailProvider, startMailProvider } from '../../testing/mail-provider.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { startFetching } from '../fetching/index.ts'
import { accountOf, selectAnyMailbox } from '../mailboxes/index.ts'

const USER = 'crew@boats.example'
const provider: MailProvider = await startMailProvider()
const dovecot: Dovecot | null = await startDovecot({ introspection: provider.introspectionUrl })
const sending: MailServer = await startMailServer(() => {}, 0, provider.isValid)

afterAll(async () => {
  await dovecot?.stop()
  await sending.close()
  await provider.close()
})

describe.each(databases())('signing in to a mailbox on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let ahead = 0

  beforeAll(async () => {
    const MAIL_OAUTH = JSON.stringify({ mailhouse: provider.registration })
    const env = { OUTBOUND_ALLOW: '127.0.0.0/8', PUBLIC_URL: 'https://baton.example', LOG_LEVEL: 'fatal', MAIL_OAUTH }
    test = await createTestApp({ database, worker: false, env, now: () => Date.now() + ahead })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    ahead = 0
    provider.asked.length = 0
    provider.failing = undefined
    provider.lasting = 3_600
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })

  const params = () => ({ organization: owner.organizationId })
  const begin = async (caller = owner) =>
    test.request(
      'startMailGrant',
      { params: { organization: owner.organizationId }, body: { provider: 'mailhouse' } },
      caller,
    )
  /** Follows the address that the provider leads a browser back to. @returns where the dashboard opens */
  async function comeBack(address: string, cookie: string | undefined = owner.cookie): Promise<string | number> {
    const { pathname, search } = new URL(address)
    const headers = cookie === undefined ? {} : { cookie }
    const answer = await test.app.inject({ method: 'GET', url: pathname + search, headers })
    return answer.statusCode === 302 ? String(answer.headers.location) : answer.statusCode
  }
  async function grant(): Promise<string> {
    const { data } = await begin()
    const opened = await comeBack(provider.consent(data.url, USER))
    expect(opened).toMatch(/^\/settings\/mailboxes\/new\?grant=/)
    return new URL(String(opened), 'https://baton.example').searchParams.get('grant')!
  }
  function mailbox(id: string): Input<'createMailbox'>['body'] {
    const auth = { type: 'oauth' as const, grant: id }
    const server = { host: '127.0.0.1', security: 'none' as const, user: USER, auth }
    const incoming = { type: 'imap' as const, ...server, port: dovecot!.port, folder: 'INBOX' }
    const outgoing = { ...server, port: Number(new URL(sending.url).port) }
    return { agent_id: agent, name: 'Crew', address: USER, incoming, outgoing }
  }
  const add = async (id: string, caller = owner) =>
    test.request('createMailbox', { params: params(), body: mailbox(id) }, caller)
  const grants = () =>
    test.deps.database.read
      .selectFrom('mail_grants')
      .selectAll()
      .where('organization_id', '=', owner.organizationId)
      .execute()
  const account = async (id: string) => accountOf(test.deps, (await selectAnyMailbox(test.deps.database.read, id))!)

  it('is offered at the companies with which the installation is registered', async () => {
    expect((await test.request('listMailProviders', { params: params() }, owner)).data).toEqual(['mailhouse'])
    const unknown = { params: params(), body: { provider: 'elsewhere' } }
    expect((await test.request('startMailGrant', unknown, owner)).body.error.details[0].field).toBe('provider')
  })

  it.runIf(dovecot)('lets mail be fetched and sent without a password', async () => {
    const id = await grant()
    const tried = await test.request('testMailbox', { params: params(), body: mailbox(id) }, owner)
    expect(tried.data.incoming).toMatchObject({ ok: true, message: null })
    expect(tried.data.outgoing).toEqual({ ok: true, code: null, message: null })
    const { status, data } = await add(id)
    expect(status).toBe(201)
    expect(data.incoming).toMatchObject({ auth: { type: 'oauth', provider: 'mailhouse' } })
    expect(data.outgoing).toMatchObject({ auth: { type: 'oauth', provider: 'mailhouse' } })
    const stored = await test.request('testMailbox', { params: params(), body: { id: data.id } }, owner)
    expect(stored.data).toMatchObject({ incoming: { ok: true }, outgoing: { ok: true } })
    const end = startFetching(test.deps, { renewal: 100, told: 60_000, untold: 200 })
    try {
      const where = { params: { ...params(), mailbox: data.id } }
      const state = async () => (await test.request('getMailbox', where, owner)).data.status
      await expect.poll(state, { timeout: 15_000 }).toBe('connected')
      dovecot!.deliver(USER, mailOf('Are you open?', { From: `${database.name}@a.example` }))
      const find = () =>
        test.deps.database.read.selectFrom('mails').select('id').where('mailbox_id', '=', data.id).execute()
      await expect.poll(find, { timeout: 15_000 }).not.toHaveLength(0)
    } finally {
      await end()
    }
  })

  it('counts once, in the session that asked, and within ten minutes', async () => {
    const { data } = await begin()
    const back = provider.consent(data.url, USER)
    const other = await test.signUp()
    expect(await comeBack(back, other.cookie)).toBe('/settings/mailboxes/new?refused=expired')
    expect(await comeBack(back, `${SESSION_COOKIE}=nobody`)).toBe(401)
    expect(await comeBack(back)).toMatch(/grant=/)
    expect(await comeBack(back)).toBe('/settings/mailboxes/new?refused=expired')
    const late = provider.consent((await begin()).data.url, USER)
    ahead = 10 * 60_000
    expect(await comeBack(late)).toBe('/settings/mailboxes/new?refused=expired')
    const denied = new URL(provider.consent((await begin()).data.url, USER))
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    expect(await comeBack(denied.href)).toBe('/settings/mailboxes/new?refused=denied')
  })

  it.runIf(dovecot)('serves one mailbox of the member who signed in', async () => {
    const id = await grant()
    const other = await test.signUp()
    const foreign = {
      params: { organization: other.organizationId },
      body: { ...mailbox(id), agent_id: (await buildAgent(test, other)).id },
    }
    expect((await test.request('createMailbox', foreign, other)).body.error.details[0]).toMatchObject({
      field: 'outgoing.auth',
    })
    expect((await test.request('testMailbox', foreign, other)).status).toBe(422)
    expect((await add(id)).status).toBe(201)
    const again = { ...mailbox(id), address: 'other@boats.example' }
    expect((await test.request('createMailbox', { params: params(), body: again }, owner)).status).toBe(422)
  })

  it.runIf(dovecot)('keeps no token in clear, and gives up what no mailbox uses', async () => {
    const { data } = await add(await grant())
    const [row] = await grants()
    const token = (await account(data.id))!.accessToken!
    expect(token.length).toBeGreaterThan(20)
    expect(JSON.stringify(row)).not.toContain(token)
    const password = { type: 'password' as const, password: 'secret' }
    const body = {
      incoming: { ...mailbox('').incoming, auth: password },
      outgoing: { ...mailbox('').outgoing!, auth: password },
    }
    const where = { params: { ...params(), mailbox: data.id } }
    await test.request('updateMailbox', { ...where, body: { incoming: body.incoming } as never }, owner)
    expect(await grants()).toHaveLength(1)
    await test.request('updateMailbox', { ...where, body: body as never }, owner)
    expect(await grants()).toHaveLength(0)
  })

  it.runIf(dovecot)('is renewed once, however many ask at the same time, and asks again after a failure', async () => {
    const { data } = await add(await grant())
    const first = (await account(data.id))!.accessToken
    ahead = 56 * 60_000
    const all = await Promise.all(Array.from({ length: 20 }, () => account(data.id)))
    const renewals = () => provider.asked.filter((form) => form.get('grant_type') === 'refresh_token').length
    expect(renewals()).toBe(1)
    expect(all.map((each) => each!.accessToken)).toContainEqual(expect.not.stringMatching(first!))
    ahead = 3 * 3_600_000
    provider.failing = { status: 503, body: { error: 'temporarily_unavailable' } }
    await expect(account(data.id)).rejects.toMatchObject({ code: 'connection_refused' })
    provider.failing = undefined
    expect((await account(data.id))!.accessToken).not.toBe(first)
    expect(provider.isValid((await account(data.id))!.accessToken!)).toBe(true)
  })

  it.runIf(dovecot)(
    'says that somebody must sign in again once access is taken back, and asks the provider no more',
    async () => {
      const { data } = await add(await grant())
      ahead = 2 * 3_600_000
      provider.failing = { status: 400, body: { error: 'invalid_grant' } }
      const where = { params: { ...params(), mailbox: data.id } }
      const tried = await test.request('testMailbox', { params: params(), body: { id: data.id } }, owner)
      expect(tried.data.outgoing).toMatchObject({
        ok: false,
        code: 'oauth_revoked',
        message: expect.stringContaining('Sign in again'),
      })
      expect((await test.request('getMailbox', where, owner)).data.error?.code).toBe('oauth_revoked')
      const asked = provider.asked.length
      await test.request('testMailbox', { params: params(), body: { id: data.id } }, owner)
      expect(provider.asked).toHaveLength(asked)
      provider.failing = undefined
      const auth = { type: 'oauth' as const, grant: await grant() }
      const { incoming, outgoing } = mailbox('')
      const body = { incoming: { ...incoming, auth }, outgoing: { ...outgoing!, auth } }
      expect((await test.request('updateMailbox', { ...where, body: body as never }, owner)).status).toBe(200)
      expect((await grants()).map(({ status }) => status)).toEqual(['granted'])
      const mended = await test.request('testMailbox', { params: params(), body: { id: data.id } }, owner)
      expect(mended.data.outgoing.ok).toBe(true)
    },
  )
})
