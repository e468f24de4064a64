import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { passwordPlace } from './settings.ts'

const SMTP = { host: 'SMTP.boats.example', port: 465, security: 'tls' as const, user: 'crew' }
const PASSWORD = { type: 'password' as const, password: 'a secret of the crew' }

describe.each(databases())('mailboxes on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, env: { PUBLIC_URL: 'https://baton.example' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })

  const organization = () => ({ organization: owner.organizationId })
  const create = (body: Partial<Input<'createMailbox'>['body']> = {}) => {
    const whole = { agent_id: agent, name: 'Crew', address: 'crew@boats.example', incoming: { type: 'http' as const } }
    return test.request('createMailbox', { params: organization(), body: { ...whole, ...body } }, owner)
  }
  const update = (mailbox: string, body: Input<'updateMailbox'>['body']) =>
    test.request('updateMailbox', { params: { ...organization(), mailbox }, body }, owner)
  const list = async (caller = owner) => (await test.request('listMailboxes', { params: organization() }, caller)).data
  const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field)
  const row = (id: string) =>
    test.deps.database.read.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('are added with what the specification says of new ones, and an address for their mail that is shown once', async () => {
    const { status, data } = await create({ address: ' Crew@Boats.example' })
    const { inbound_url, ...mailbox } = data
    expect(status).toBe(201)
    expect(inbound_url).toMatch(/^https:\/\/baton\.example\/inbound\/v1\/[\w-]{43}$/)
    expect(mailbox).toMatchObject({
      ...{ agent_id: agent, name: 'Crew', address: 'crew@boats.example', aliases: [] },
      ...{ incoming: { type: 'http' }, outgoing: null, ai: 'answers', signature: '', quote: 'last' },
      ...{ is_paused: false, status: 'unverified', error: null, received_at: null, sent_at: null, authserv_id: null },
    })
    expect(await list()).toEqual([mailbox])
    expect(JSON.stringify(await row(mailbox.id))).not.toContain(inbound_url!.split('/').at(-1))
  })

  it('hide from responders how mail comes and goes, and can’t be changed by them', async () => {
    const { data } = await create({ outgoing: { ...SMTP, auth: PASSWORD } })
    const responder = await buildMember(test, owner, 'responder')
    expect(await list(responder)).toMatchObject([{ id: data.id, incoming: null, outgoing: null }])
    const refused = await test.request(
      'updateMailbox',
      { params: { ...organization(), mailbox: data.id }, body: { name: 'Mine' } },
      responder,
    )
    expect(refused.status).toBe(403)
  })

  it('keep a password sealed, show it nowhere, and ask for it again for another server', async () => {
    const { data, body } = await create({ outgoing: { ...SMTP, auth: PASSWORD } })
    const server = { ...SMTP, host: 'smtp.boats.example' }
    expect(data.outgoing).toEqual({ ...server, auth: { type: 'password', provider: null } })
    expect(JSON.stringify(body)).not.toContain(PASSWORD.password)
    const stored = await row(data.id)
    expect(JSON.stringify(stored)).not.toContain(PASSWORD.password)
    const opened = () => test.deps.secrets.open(stored.outgoing_secret!, passwordPlace(data.id))
    expect(opened()).toBe(PASSWORD.password)

    expect((await update(data.id, { outgoing: server, name: 'Sailors' })).data.name).toBe('Sailors')
    for (const change of [{ host: 'evil.example' }, { port: 587 }, { security: 'none' as const }, { user: 'eve' }]) {
      const refused = await update(data.id, { outgoing: { ...server, ...change } })
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['outgoing.auth']])
    }
    expect(await row(data.id)).toMatchObject({ outgoing_secret: stored.outgoing_secret, outgoing: stored.outgoing })
    expect((await update(data.id, { outgoing: null })).data.outgoing).toBeNull()
    expect((await row(data.id)).outgoing_secret).toBeNull()
    expect(fieldsOf(await update(data.id, { outgoing: server }))).toEqual(['outgoing.auth'])
  })

  it('have an address each, aliases included, and an agent of the organization', async () => {
    const first = (await create({ aliases: ['Help@boats.example', 'help@boats.example'] })).data
    expect(first.aliases).toEqual(['help@boats.example'])
    expect(fieldsOf(await create())).toEqual(['address'])
    expect(fieldsOf(await create({ address: 'HELP@boats.example' }))).toEqual(['address'])
    const other = (await create({ address: 'else@boats.example' })).data
    expect(fieldsOf(await update(other.id, { aliases: ['new@boats.example', 'crew@boats.example'] }))).toEqual([
      'aliases.1',
    ])
    expect((await update(first.id, { address: first.address })).status).toBe(200)
    const stranger = await test.signUp()
    const foreign = (await buildAgent(test, stranger)).id
    expect(fieldsOf(await create({ address: 'third@boats.example', agent_id: foreign }))).toEqual(['agent_id'])
  })

  it('of another organization do not exist, and deleted ones neither, whose address is free again', async () => {
    const { id } = (await create()).data
    const stranger = await test.signUp()
    const foreign = { organization: stranger.organizationId, mailbox: id }
    expect((await test.request('getMailbox', { params: foreign }, stranger)).status).toBe(404)
    const params = { ...organization(), mailbox: id }
    expect((await test.request('deleteMailbox', { params }, owner)).status).toBe(204)
    expect((await test.request('getMailbox', { params }, owner)).status).toBe(404)
    expect(await row(id)).toMatchObject({ inbound_token_hash: null, outgoing_secret: null })
    expect((await create()).status).toBe(201)
  })

  it('of a deleted agent are paused until they have another', async () => {
    const { id, inbound_url } = (await create()).data
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    const params = { ...organization(), mailbox: id }
    const shown = async () => (await test.request('getMailbox', { params }, owner)).data
    expect(await shown()).toMatchObject({ status: 'paused', is_paused: true, error: { code: 'agent_deleted' } })
    const post = () =>
      test.app.inject({
        method: 'POST',
        url: new URL(inbound_url!).pathname,
        headers: { 'content-type': 'message/rfc822' },
        payload: 'From: ann@a.example\r\n\r\nHello?',
      })
    expect((await post()).statusCode).toBe(503)
    const resumed = await update(id, { is_paused: false })
    expect(resumed).toMatchObject({ status: 422, body: { error: { details: [{ field: 'agent_id' }] } } })
    expect((await post()).statusCode).toBe(503)
    const other = (await buildAgent(test, owner)).id
    expect((await update(id, { agent_id: other })).data).toMatchObject({ status: 'unverified', error: null })
    expect((await post()).statusCode).toBe(202)
  })

  it('get another address for their mail, which ends the former one', async () => {
    const { id } = (await create()).data
    const before = (await row(id)).inbound_token_hash
    const params = { ...organization(), mailbox: id }
    const { status, data } = await test.request('renewInboundUrl', { params }, owner)
    expect([status, data.inbound_url]).toEqual([201, expect.stringMatching(/\/inbound\/v1\/[\w-]{43}$/)])
    expect((await row(id)).inbound_token_hash).not.toBe(before)
  })

  it(`are ${limits.mailboxes} of an organization at most, also when two are added at once`, async () => {
    for (let count = 1; count < limits.mailboxes; count += 1) await create({ address: `crew-${count}@boats.example` })
    const both = await Promise.all([create(), create({ address: 'last@boats.example' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.body.error.code).toBe('subscription_limit_exceeded')
  })
})
