import { hash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import type { Input } from '#contract/index.ts'
import type { RouteName } from '#contract/routes.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember, buildTextSource } from '../../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../../testing/model-provider.ts'
import { type Caller, createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { codeOf } from '../two-factor/totp.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'a long enough password'
const EVERYTHING_OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

/** A request that does an action. */
interface Deed {
  name: RouteName
  input: unknown
  /** The owner, unless another one acts. */
  caller?: Caller
  /** How somebody asks for it who is refused. */
  refused?: { input?: unknown; caller?: Caller }
  target: { type: string; id?: string; name: string | null }
}

const deed = <Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  target: Deed['target'],
  rest: Pick<Deed, 'caller' | 'refused'> = {},
): Deed => ({ name, input, target, ...rest })

describe.each(databases())('the audit log on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let responder: Owner
  let agent: string
  let provider: ModelProvider
  let time = Date.now()
  beforeAll(async () => {
    provider = await startModelProvider()
    const env = {
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: EVERYTHING_OFTEN,
      TRUST_PROXY: '127.0.0.1',
      OUTBOUND_ALLOW: '127.0.0.1/32',
    }
    test = await createTestApp({ database, env, now: () => time })
    owner = await test.signUp()
    responder = await buildMember(test, owner, 'responder')
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })

  const organization = () => ({ organization: owner.organizationId })
  const asOwner = () => ({ cookie: owner.cookie })
  const visitor = () => ({ agent_id: agent, chat_user_id: 'ada', identity_verified: false })
  const log = async (query: Input<'listAuditLog'>['query'] = {}, of = owner) =>
    (await test.request('listAuditLog', { params: { organization: of.organizationId }, query }, { cookie: of.cookie }))
      .body
  const invite = async (email: string) => {
    const body = { email, role: 'responder' as const }
    return (await test.request('createInvitation', { params: organization(), body }, asOwner())).data
  }
  const key = async () =>
    (
      await test.request(
        'createApiKey',
        { params: organization(), body: { name: 'Robot', scopes: ['agent:read'], expires_at: 'lifetime' } },
        asOwner(),
      )
    ).data

  const mailbox = () => ({
    agent_id: agent,
    name: 'Help',
    address: `${randomUUID()}@boats.example`,
    incoming: { type: 'http' as const },
  })
  const modelAccount = () => ({
    provider: 'openai_compatible' as const,
    name: 'Ours',
    base_url: provider.url,
    key: randomUUID(),
  })
  const createModelAccount = async () =>
    (await test.request('createModelAccount', { params: organization(), body: modelAccount() }, asOwner())).data
  const createMailbox = async () =>
    (await test.request('createMailbox', { params: organization(), body: mailbox() }, asOwner())).data

  /** How to do each action by a request. One that is missing does not compile. */
  const deeds: Record<AuditAction, () => Promise<Deed>> = {
    'session.created': async () => {
      const { data } = await test.request('getSession', {}, asOwner())
      const body = { email: data.user.email, password: PASSWORD }
      const refused = { input: { body: { ...body, password: 'another password' } } }
      return deed('signIn', { body }, { type: 'session', name: null }, { caller: {}, refused })
    },
    'password.changed': async () => {
      const body = { password: PASSWORD, current_password: PASSWORD }
      const refused = { input: { body: { ...body, current_password: 'another password' } } }
      return deed('updateAccount', { body }, { type: 'member', id: owner.userId, name: null }, { refused })
    },
    'two_factor.enabled': async () => {
      const { data } = await test.request('startTwoFactor', { body: { password: PASSWORD } }, asOwner())
      const body = { code: codeOf(data.secret, Math.floor(time / 30_000)) }
      const refused = { input: { body: { code: '000000' } } }
      return deed('confirmTwoFactor', { body }, { type: 'member', id: owner.userId, name: null }, { refused })
    },
    'two_factor.disabled': async () => {
      const { name, input } = await deeds['two_factor.enabled']()
      await send(name, input, asOwner())
      const body = { password: PASSWORD }
      const refused = { input: { body: { password: 'another password' } } }
      return deed('endTwoFactor', { body }, { type: 'member', id: owner.userId, name: null }, { refused })
    },
    'member.role_changed': async () => {
      const { userId } = await buildMember(test, owner, 'responder')
      const { data } = await test.request('listMembers', { params: organization() }, asOwner())
      const name = data.find(({ user_id }) => user_id === userId)!.name
      return deed(
        'updateMember',
        { params: { ...organization(), user: userId }, body: { role: 'admin' } },
        { type: 'member', id: userId, name },
      )
    },
    'member.removed': async () => {
      const { userId } = await buildMember(test, owner, 'responder')
      const { data } = await test.request('listMembers', { params: organization() }, asOwner())
      const name = data.find(({ user_id }) => user_id === userId)!.name
      return deed('removeMember', { params: { ...organization(), user: userId } }, { type: 'member', id: userId, name })
    },
    'invitation.created': async () => {
      const body = { email: 'Grace@example.com', role: 'admin' as const }
      return deed(
        'createInvitation',
        { params: organization(), body },
        { type: 'invitation', name: 'grace@example.com' },
      )
    },
    'invitation.revoked': async () => {
      const { id, email } = await invite('linus@example.com')
      return deed(
        'revokeInvitation',
        { params: { ...organization(), invitation: id } },
        { type: 'invitation', id, name: email },
      )
    },
    'invitation.accepted': async () => {
      const { id, email, link } = await invite('barbara@example.com')
      const body = { token: link!.split('#')[1]!, name: 'Barbara', password: PASSWORD }
      const refused = { input: { body: { ...body, token: 'wrong' } } }
      return deed('acceptInvitation', { body }, { type: 'invitation', id, name: email }, { caller: {}, refused })
    },
    'api_key.created': async () => {
      const body = { name: 'Robot', scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
      return deed('createApiKey', { params: organization(), body }, { type: 'api_key', name: 'Robot' })
    },
    'api_key.revoked': async () => {
      const { id } = await key()
      return deed('revokeApiKey', { params: { ...organization(), key: id } }, { type: 'api_key', id, name: 'Robot' })
    },
    'plan.changed': async () =>
      deed(
        'updateOrganization',
        { params: organization(), body: { plan: 'promotional' } },
        { type: 'plan', id: owner.organizationId, name: 'promotional' },
      ),
    'webhook_endpoint.created': async () =>
      deed(
        'createWebhookEndpoint',
        { params: { agent }, body: { url: 'https://hooks.example.com/a-secret-path' } },
        { type: 'webhook_endpoint', name: 'hooks.example.com' },
        { caller: { key: await owner.key() } },
      ),
    'webhook_endpoint.deleted': async () => {
      const body = { url: 'https://hooks.example.com/a-secret-path' }
      const caller = { key: await owner.key() }
      const { data } = await test.request('createWebhookEndpoint', { params: { agent }, body }, caller)
      const target = { type: 'webhook_endpoint', id: data.id, name: 'hooks.example.com' }
      return deed('deleteWebhookEndpoint', { params: { agent, endpoint: data.id } }, target, { caller })
    },
    'mailbox.created': async () => {
      const body = mailbox()
      return deed('createMailbox', { params: organization(), body }, { type: 'mailbox', name: body.address })
    },
    'mailbox.changed': async () => {
      const { id, address } = await createMailbox()
      const input = { params: { ...organization(), mailbox: id }, body: { signature: 'Kind regards' } }
      return deed('updateMailbox', input, { type: 'mailbox', id, name: address })
    },
    'mailbox.deleted': async () => {
      const { id, address } = await createMailbox()
      const input = { params: { ...organization(), mailbox: id } }
      return deed('deleteMailbox', input, { type: 'mailbox', id, name: address })
    },
    'model_account.created': async () =>
      deed(
        'createModelAccount',
        { params: organization(), body: modelAccount() },
        { type: 'model_account', name: 'Ours' },
      ),
    'model_account.changed': async () => {
      const { id } = await createModelAccount()
      const input = { params: { ...organization(), account: id }, body: { name: 'Theirs' } }
      return deed('updateModelAccount', input, { type: 'model_account', id, name: 'Theirs' })
    },
    'model_account.deleted': async () => {
      const { id } = await createModelAccount()
      return deed(
        'deleteModelAccount',
        { params: { ...organization(), account: id } },
        { type: 'model_account', id, name: 'Ours' },
      )
    },
    'agent.settings_changed': async () =>
      deed(
        'updateAgentSettings',
        { params: { agent }, body: { instructions: `Be brief. ${randomUUID()}` } },
        { type: 'agent', id: agent, name: 'Guide' },
      ),
    'agent.deleted': async () => {
      const { id } = await buildAgent(test, owner)
      const caller = { key: await owner.key() }
      return deed('deleteAgent', { params: { agent: id } }, { type: 'agent', id, name: 'Guide' }, { caller })
    },
    'identity_secret.created': async () =>
      deed('createIdentitySecret', { params: { agent } }, { type: 'agent', id: agent, name: 'Guide' }),
    'source.deleted': async () => {
      const caller = { key: await owner.key() }
      const { id } = await buildTextSource(test, owner, agent, 'A lamp costs 20 €.')
      const target = { type: 'source', id, name: 'A lamp costs 20 €.' }
      return deed('deleteSource', { params: { agent, source: id } }, target, { caller })
    },
    'conversation.deleted': async () => {
      const { id } = await buildConversation(test, owner, agent, { chat_user_id: 'ada' })
      const params = { agent, conversation: id }
      const target = { type: 'conversation', id, name: null }
      return deed('deleteConversation', { params }, target, { caller: { key: await owner.key() } })
    },
    'visitor.exported': async () =>
      deed(
        'exportVisitors',
        { params: organization(), body: { matches: [visitor()] } },
        { type: 'visitor', id: 'ada', name: null },
      ),
    'visitor.erased': async () =>
      deed(
        'eraseVisitors',
        { params: organization(), body: { matches: [visitor()] } },
        { type: 'visitor', id: hash('sha256', 'ada'), name: null },
      ),
    'organization.changed': async () =>
      deed(
        'updateOrganization',
        { params: organization(), body: { name: 'Another name' } },
        { type: 'organization', id: owner.organizationId, name: 'Another name' },
      ),
  }

  /** Runs a request while no transaction can be committed. */
  const withoutCommits = async <T>(work: () => Promise<T>): Promise<T> => {
    const { database } = test.deps
    const { transaction } = database
    database.transaction = (change) =>
      transaction(async (tx) => {
        await change(tx)
        throw new Error('The commit fails')
      })
    try {
      return await work()
    } finally {
      database.transaction = transaction
    }
  }
  const send = (name: RouteName, input: unknown, caller: Caller) => test.request(name, input as never, caller)

  it.each(auditActions)('holds one entry of %s', async (action) => {
    const { name, input, caller = asOwner(), refused = {}, target } = await deeds[action]()
    const before = (await log({ action })).meta.total

    const refusedCaller =
      'key' in caller ? { key: 'baton_wrong' } : refused.input ? caller : { cookie: responder.cookie }
    const refusal = await send(name, refused.input ?? input, refusedCaller)
    expect(refusal.status).toBeGreaterThanOrEqual(400)
    expect(refusal.status).toBeLessThan(500)
    expect((await withoutCommits(() => send(name, input, caller))).status).toBe(500)
    expect((await log({ action })).meta.total).toBe(before)

    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const answer = await send(name, input, { ...caller, headers })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    const { data, meta } = await log({ action })
    expect(meta.total).toBe(before + 1)
    expect(data[0]).toMatchObject({
      action,
      target,
      address: '203.0.113.7',
      created_at: new Date(time).toISOString(),
    })
    if ('key' in caller) expect(data[0].actor).toMatchObject({ type: 'key', name: 'Test' })
    else if (action === 'invitation.accepted') expect(data[0].actor).toMatchObject({ type: 'member', name: 'Barbara' })
    else expect(data[0].actor).toMatchObject({ type: 'member', id: owner.userId })
    await test.settled() // an erasure must not be at work while the next test lets all commits fail
  })

  it('names what a change has changed, and no values', async () => {
    const fields = async (action: AuditAction) => (await log({ action })).data[0].fields
    const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, asOwner())
    await settings({
      greeting: 'Good day',
      appearance: { theme: 'dark' },
      widget_origins: ['https://shop.example.com'],
    })
    expect((await fields('agent.settings_changed')).toSorted()).toEqual(['greeting', 'theme', 'widget_origins'])
    await settings({ greeting: 'Good day', away_text: 'We sleep.' })
    expect(await fields('agent.settings_changed')).toEqual(['away_text'])
    const { data } = await test.request('getOrganization', { params: organization() }, asOwner())
    const body = { name: data.name, responders_teach: !data.responders_teach }
    await test.request('updateOrganization', { params: organization(), body }, asOwner())
    expect(await fields('organization.changed')).toEqual(['responders_teach'])
    const box = { ...organization(), mailbox: (await createMailbox()).id }
    const signature = { signature: 'Kind regards', name: 'Help' }
    await test.request('updateMailbox', { params: box, body: signature }, asOwner())
    expect(await fields('mailbox.changed')).toEqual(['signature'])
    const account = { ...organization(), account: (await createModelAccount()).id }
    const secret = randomUUID()
    await test.request('updateModelAccount', { params: account, body: { name: 'Ours', key: secret } }, asOwner())
    expect(await fields('model_account.changed')).toEqual(['key'])
    expect(JSON.stringify(await log())).not.toContain(secret)
    expect(await fields('model_account.created')).toEqual([])
  })

  it('holds nothing of a change that changes nothing', async () => {
    const before = (await log()).meta.total
    const { data } = await test.request('getOrganization', { params: organization() }, asOwner())
    const body = { name: data.name, plan: data.plan }
    await test.request('updateOrganization', { params: organization(), body }, asOwner())
    await test.request('updateAgentSettings', { params: { agent }, body: { identity_mode: 'off' } }, asOwner())
    await test.request(
      'updateMember',
      { params: { ...organization(), user: responder.userId }, body: { role: 'responder' } },
      asOwner(),
    )
    expect((await log()).meta.total).toBe(before)
  })

  it('holds a sign-in for each organization of the account, and the keys that end with an ownership', async () => {
    const second = await test.signUp()
    const person = await buildMember(test, owner, 'owner')
    const { data } = await test.request('getSession', {}, { cookie: person.cookie })
    const body = { email: data.user.email, role: 'responder' as const }
    const params = { organization: second.organizationId }
    const invitation = await test.request('createInvitation', { params, body }, { cookie: second.cookie })
    const token = invitation.data.link!.split('#')[1]!
    await test.request('acceptInvitation', { body: { token } }, { cookie: person.cookie })
    await test.request('signIn', { body: { email: data.user.email, password: PASSWORD } })
    const filter = { actor: person.userId, action: 'session.created' as const }
    expect((await log(filter)).meta.total).toBe(2) // when they joined, and now
    expect((await log(filter, second)).meta.total).toBe(1)

    const request = { name: 'Theirs', scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
    await test.request('createApiKey', { params: organization(), body: request }, { cookie: person.cookie })
    const user = { ...organization(), user: person.userId }
    await test.request('updateMember', { params: user, body: { role: 'admin' } }, asOwner())
    const [entry] = (await log({ action: 'api_key.revoked' })).data
    expect(entry).toMatchObject({ target: { name: 'Theirs' }, actor: { id: owner.userId } })
  })

  it('is listed by pages, by who, what and when, and to nobody below an admin', async () => {
    const admin = await buildMember(test, owner, 'admin')
    time += DAY_MS
    const from = new Date(time).toISOString()
    for (const name of ['One', 'Two', 'Three'])
      await test.request('updateOrganization', { params: organization(), body: { name } }, asOwner())
    time += 1
    const to = new Date(time).toISOString()
    await test.request('updateOrganization', { params: organization(), body: { name: 'Four' } }, asOwner())

    const names = async (query: Input<'listAuditLog'>['query']) =>
      (await log(query)).data.map((entry: { target: { name: string } }) => entry.target.name)
    expect(await names({ from, to })).toEqual(['Three', 'Two', 'One'])
    expect(await names({ from, page: 2, per_page: 3 })).toEqual(['One'])
    expect(await names({ from, actor: owner.userId, action: 'organization.changed' })).toHaveLength(4)
    expect(await names({ from, actor: admin.userId })).toEqual([])
    expect(await names({ from, action: 'plan.changed' })).toEqual([])
    const asAdmin = await test.request('listAuditLog', { params: organization() }, { cookie: admin.cookie })
    expect(asAdmin.status).toBe(200)
    const wrong = { actor: 'x', action: 'y', from: 'z', to: '2026-01-01', page: 0 }
    const refused = await test.request('listAuditLog', { params: organization(), query: wrong as never }, asOwner())
    expect(refused.status).toBe(422)
    const fields = refused.body.error.details.map((detail: { field: string }) => detail.field)
    expect(fields.sort()).toEqual(['action', 'actor', 'from', 'page', 'to'])
  })

  it('can be downloaded as a spreadsheet that runs nothing, of more rows than are read at once', async () => {
    const name = '=HYPERLINK("https://evil.example"), Ltd.'
    time += DAY_MS
    const from = new Date(time).toISOString()
    await test.request('updateOrganization', { params: organization(), body: { name } }, asOwner())
    const { data } = await log({ from })
    const { id, actor, target, ...rest } = data[0]
    await test.deps.database.transaction(async (tx) => {
      const row = await tx.selectFrom('audit_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const copies = Array.from({ length: 1_200 }, () => ({ ...row, id: randomUUID() }))
      for (const copy of copies) await tx.insertInto('audit_entries').values(copy).execute()
    })
    const answer = await test.request('downloadAuditLog', { params: organization(), query: { from } }, asOwner())
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
    const lines = String(answer.body).split('\r\n')
    expect(lines[0]).toBe(
      '\ufefftime,action,actor_type,actor_id,actor_name,target_type,target_id,target_name,address,fields',
    )
    expect(lines).toHaveLength(1 + 1_201 + 1)
    expect(new Set(lines.slice(1, -1))).toEqual(
      new Set([
        `${rest.created_at},organization.changed,member,${actor.id},${actor.name},organization,${target.id},"'=HYPERLINK(""https://evil.example""), Ltd.",127.0.0.1,name`,
      ]),
    )
    expect((await test.request('downloadAuditLog', { params: organization() }, responder)).status).toBe(403)
  })

  it('keeps entries for 400 days', async () => {
    time += DAY_MS
    const kept = time
    await test.request('updateOrganization', { params: organization(), body: { name: 'Kept' } }, asOwner())
    time += 400 * DAY_MS
    await tidyUp(test.deps)
    const rows = await test.deps.database.read.selectFrom('audit_entries').select('created_at').execute()
    expect(rows).toEqual([{ created_at: kept }])
    time += 1
    await tidyUp(test.deps)
    expect(await test.deps.database.read.selectFrom('audit_entries').select('created_at').execute()).toEqual([])
  })
})
