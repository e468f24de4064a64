import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildMember } from '../../testing/factories.ts'
import { type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const password = 'a long enough password'
let people = 0

describe.each(databases())('invitations on $name', (database) => {
  let test: TestApp
  let clock = Date.now()
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => clock })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
  })

  const params = () => ({ organization: owner.organizationId })
  const newEmail = () => `guest${people++}@example.com`
  const invite = (email: string, role: Role = 'responder', caller = owner) =>
    test.request('createInvitation', { params: params(), body: { email, role } }, { cookie: caller.cookie })
  const tokenFor = async (email: string, role?: Role, caller?: Owner) =>
    (await invite(email, role, caller)).data.link!.split('#')[1]!
  const list = async () => (await test.request('listInvitations', { params: params() }, owner)).data
  const look = (token: string) => test.request('lookAtInvitation', { body: { token } })
  const accept = (token: string, body = {}, caller = {}) =>
    test.request('acceptInvitation', { body: { token, ...body } }, caller)
  const person = { name: 'Guest', password }

  it('shows the link once, and keeps only a hash of what is in it', async () => {
    const email = newEmail()
    const made = await invite(email.toUpperCase(), 'admin')
    expect(made.data).toMatchObject({ email, role: 'admin', expires_at: new Date(clock + 7 * DAY_MS).toISOString() })
    expect(made.data.link).toMatch(/^http:\/\/[^/]+\/invitation#[\w-]{43}$/)
    expect(await list()).toEqual([{ ...made.data, link: undefined }].map(({ link: _, ...shown }) => shown))
    const rows = await test.deps.database.read
      .selectFrom('invitations')
      .selectAll()
      .where('email', '=', email)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(made.data.link!.split('#')[1])
  })

  it('leads a newcomer in, signed in and a member', async () => {
    const email = newEmail()
    const token = await tokenFor(email, 'admin')
    const { organizations, user } = (await test.request('getSession', {}, owner)).data
    const seen = { organization: organizations[0]!.name, inviter: user.name, email, needs_account: true }
    expect((await look(token)).data).toEqual(seen)
    const short = await accept(token, { name: ' ', password: 'short' })
    expect(short.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['name', 'password'])
    const joined = await accept(token, person)
    expect([joined.status, joined.data.user.email]).toEqual([201, email])
    expect(joined.data.organizations).toMatchObject([{ id: owner.organizationId, role: 'admin' }])
    const cookie = String(joined.headers['set-cookie']).split(';')[0]!
    expect((await test.request('listMembers', { params: params() }, { cookie })).data).toHaveLength(2)
    expect(await list()).toEqual([])
  })

  it('leads in who is signed in with that address, and nobody else', async () => {
    const guest = await test.signUp()
    const { email } = (await test.request('getSession', {}, guest)).data.user
    const token = await tokenFor(email)
    expect((await look(token)).data.needs_account).toBe(false)
    const stranger = await test.signUp()
    expect((await accept(token, {}, stranger)).status).toBe(403)
    for (const sent of [{}, person, { name: 'x', password: 'short' }])
      expect((await accept(token, sent)).body.error.code).toBe('invalid_credentials')
    const joined = await accept(token, {}, guest)
    expect(joined.data.organizations.map(({ role }) => role).sort()).toEqual(['owner', 'responder'])
  })

  it('answers alike for a token that is wrong, used, revoked, replaced or expired', async () => {
    const [used, revoked, replaced, expired] = [newEmail(), newEmail(), newEmail(), newEmail()]
    const tokens = ['nonsense', await tokenFor(used), await tokenFor(revoked), await tokenFor(replaced)]
    await accept(tokens[1]!, person)
    const invitation = (await list()).find(({ email }) => email === revoked)!.id
    const revoke = () =>
      test.request('revokeInvitation', { params: { ...params(), invitation } }, { cookie: owner.cookie })
    expect((await revoke()).status).toBe(204)
    expect((await revoke()).status).toBe(404)
    const again = await tokenFor(replaced, 'admin')
    expect((await list()).filter(({ email }) => email === replaced)).toMatchObject([{ role: 'admin' }])
    tokens.push(await tokenFor(expired))
    expect((await look(again)).status).toBe(200)
    clock += 7 * DAY_MS
    const bodies = await Promise.all(tokens.flatMap((token) => [look(token), accept(token, person)]))
    for (const { status, body } of bodies) expect([status, body.error]).toEqual([404, bodies[0]!.body.error])
    expect(await list()).toEqual([])
    clock += 1
    await tidyUp(test.deps)
    const left = test.deps.database.read.selectFrom('invitations').select('id')
    expect(await left.where('organization_id', '=', owner.organizationId).execute()).toEqual([])
  })

  it('can be accepted once, however many do it at the same time', async () => {
    const token = await tokenFor(newEmail())
    const answers = await Promise.all([1, 2, 3].map(() => accept(token, person)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => [401, 404, 422].includes(status))).toHaveLength(2)
    expect((await test.request('listMembers', { params: params() }, owner)).data).toHaveLength(2)
  })

  it('ends with the inviter’s right to give it', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const other = await buildMember(test, owner, 'owner')
    const token = await tokenFor(newEmail(), 'responder', admin)
    const [high, low] = [await tokenFor(newEmail(), 'owner', other), await tokenFor(newEmail(), 'admin', other)]
    const change = (user: string, role: Role) =>
      test.request('updateMember', { params: { ...params(), user }, body: { role } }, { cookie: owner.cookie })
    await change(other.userId, 'admin')
    expect([(await look(high)).status, (await look(low)).status]).toEqual([404, 200])
    await change(admin.userId, 'responder')
    expect((await look(token)).status).toBe(404)
    await test.request('removeMember', { params: { ...params(), user: other.userId } }, { cookie: other.cookie })
    expect((await look(low)).status).toBe(404)
  })

  it('is refused for a member, for a role above one’s own, and for a hundred and first within a day', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const { email } = (await test.request('getSession', {}, { cookie: admin.cookie })).data.user
    expect((await invite(email)).body.error.details[0].field).toBe('email')
    expect((await invite(newEmail(), 'owner', admin)).status).toBe(403)
    expect((await invite('nonsense')).status).toBe(422)
    clock += DAY_MS
    const first = newEmail()
    // Not all at once: a busy machine asks those to come back who wait too long for a connection.
    for (let sent = 0; sent < 100; sent += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => invite(first)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    }
    const refused = await invite(newEmail())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(DAY_MS / 1000)])
    clock += DAY_MS
    expect((await invite(newEmail())).status).toBe(201)
  })

  it('to a role above one’s own is neither revoked nor replaced by a lower one', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const email = newEmail()
    const { id } = (await invite(email, 'owner')).data
    const revoke = (caller: Owner) =>
      test.request('revokeInvitation', { params: { ...params(), invitation: id } }, { cookie: caller.cookie })
    expect((await revoke(admin)).status).toBe(403)
    expect((await invite(email, 'responder', admin)).status).toBe(403)
    expect(await list()).toMatchObject([{ id, role: 'owner' }])
    expect((await revoke(owner)).status).toBe(204)
    expect((await invite(email, 'responder', admin)).status).toBe(201)
  })
})

describe.each(databases())('mailed invitations on $name', (database) => {
  let test: TestApp
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    const env = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com', PUBLIC_URL: 'https://baton.example' }
    test = await createTestApp({ database, env })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(() => {
    server.received.length = 0
    server.refuseWith(undefined)
  })

  const invite = async (owner: Owner, email: string) => {
    const params = { organization: owner.organizationId }
    const made = await test.request('createInvitation', { params, body: { email, role: 'responder' } }, owner)
    await test.settled()
    return { made, listed: (await test.request('listInvitations', { params }, owner)).data }
  }

  it('go to whoever is invited, and whoever invites never sees the link', async () => {
    const owner = await test.signUp()
    const { made } = await invite(owner, 'mailed@example.com')
    expect([made.status, Object.keys(made.data)]).toEqual([201, ['id', 'email', 'role', 'expires_at']])
    const [mail] = server.received
    expect([server.received.length, mail?.to]).toEqual([1, ['mailed@example.com']])
    const token = tokenIn(mail)
    const joined = await test.request('acceptInvitation', { body: { token, name: 'Guest', password } })
    expect([joined.status, joined.data.user.email]).toEqual([201, 'mailed@example.com'])
  })

  it('tell where they are listed that the mail server refused them', async () => {
    server.refuseWith({ code: 550, message: 'no such mailbox' })
    const { listed } = await invite(await test.signUp(), 'nobody@example.com')
    expect(listed).toMatchObject([
      { email: 'nobody@example.com', mail_error: expect.stringContaining('no such mailbox') },
    ])
  })
})
