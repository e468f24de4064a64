import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('members on $name', (database) => {
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

  const organization = () => ({ organization: owner.organizationId })
  const list = async (caller: Owner) =>
    (await test.request('listMembers', { params: organization() }, { cookie: caller.cookie })).data
  const update = (caller: Owner, member: Owner, role: Role) =>
    test.request(
      'updateMember',
      { params: { ...organization(), user: member.userId }, body: { role } },
      { cookie: caller.cookie },
    )
  const remove = (caller: Owner, member: Owner) =>
    test.request('removeMember', { params: { ...organization(), user: member.userId } }, { cookie: caller.cookie })
  const token = (caller: Owner, body = {}) => test.request('createSessionToken', { body }, { cookie: caller.cookie })

  describe('GET /organizations/{organization}/members', () => {
    it('shows everybody to every role, the longest there first', async () => {
      clock += 1_000
      const admin = await buildMember(test, owner, 'admin')
      clock += 1_000
      const responder = await buildMember(test, owner, 'responder')
      const members = await list(responder)
      expect(members.map(({ user_id, role }) => [user_id, role])).toEqual([
        [owner.userId, 'owner'],
        [admin.userId, 'admin'],
        [responder.userId, 'responder'],
      ])
      expect(members[2]).toMatchObject({ availability: 'available', joined_at: new Date(clock).toISOString() })
    })

    it('says who was here a moment ago, and when everybody was last', async () => {
      const responder = await buildMember(test, owner, 'responder')
      const seen = new Date(clock).toISOString()
      await list(responder)
      await expect.poll(async () => (await list(owner))[1]).toMatchObject({ is_online: true, last_seen_at: seen })
      clock += 30_000 // `last_seen_at` is written once a minute at most
      await list(responder)
      clock += 100_000
      expect((await list(owner))[1]).toMatchObject({ is_online: false, last_seen_at: seen })
    })
  })

  describe('PATCH /organizations/{organization}/members/me', () => {
    const own = (caller: Owner) => test.request('getOwnMember', { params: organization() }, { cookie: caller.cookie })
    const settle = (caller: Owner, body: object) =>
      test.request('updateOwnMember', { params: organization(), body }, { cookie: caller.cookie })
    const asAtFirst = {
      availability: 'available',
      notifications: { desktop: false, sound: false, mail_after_minutes: 5 },
    }

    it('is each member’s own, changed part by part, and known from the first request on', async () => {
      const responder = await buildMember(test, owner, 'responder')
      expect((await own(responder)).data).toMatchObject(asAtFirst)
      const changed = await settle(responder, { notifications: { sound: true, mail_after_minutes: 30 } })
      expect(changed.data).toMatchObject({
        availability: 'available',
        notifications: { desktop: false, sound: true, mail_after_minutes: 30 },
      })
      expect((await settle(responder, { availability: 'away' })).data).toEqual({
        ...changed.data,
        availability: 'away',
      })
      const never = await settle(responder, { notifications: { desktop: true, mail_after_minutes: null } })
      expect((await settle(responder, {})).data).toEqual(never.data)
      expect((await own(responder)).data).toMatchObject({
        availability: 'away',
        notifications: { desktop: true, sound: true, mail_after_minutes: null },
      })
      expect((await own(owner)).data).toMatchObject(asAtFirst)
      const start = await test.request('getStart', {}, { cookie: responder.cookie })
      expect(start.data.own_settings).toEqual({ [owner.organizationId]: never.data })
      expect((await test.request('getStart', {}, {})).data.own_settings).toEqual({})
      expect((await list(owner)).map(({ availability }) => availability)).toEqual(['available', 'away'])
    })

    it('keeps a wish for each kind and channel, of which the older fields are a part', async () => {
      const responder = await buildMember(test, owner, 'responder')
      const first = (await own(responder)).data.notifications
      expect(first).toMatchObject({
        ...{ only_while_available: false, quiet_hours: null, push_excerpts: false },
        kinds: {
          mention: { list: true, desktop: true, sound: false, mail: true, push: true },
          waiting: { list: true, desktop: false, sound: false, mail: true, push: true },
          note: { list: true, desktop: false, sound: false, mail: false, push: false },
        },
      })
      const change = async (notifications: object) => (await settle(responder, { notifications })).data.notifications
      await change({ kinds: { note: { push: true }, waiting: { desktop: true, mail: false } } })
      const hours = { from: '22:00', to: '07:00' }
      const after = await change({ kinds: { note: { sound: true } }, quiet_hours: hours, time_zone: 'Europe/Berlin' })
      expect(after).toEqual({
        ...first,
        kinds: {
          ...first.kinds,
          note: { ...first.kinds.note, push: true, sound: true },
          waiting: { ...first.kinds.waiting, desktop: true, mail: false },
        },
        ...{ desktop: true, mail_after_minutes: null, quiet_hours: hours, time_zone: 'Europe/Berlin' },
      })
      expect(await change({ kinds: { waiting: { mail: true } }, desktop: false, quiet_hours: null })).toMatchObject({
        ...{ desktop: false, mail_after_minutes: 5, quiet_hours: null, time_zone: 'Europe/Berlin' },
        kinds: { waiting: { desktop: false, mail: true }, note: { push: true } },
      })
      await change({ mail_after_minutes: 45 })
      expect(await change({ kinds: { waiting: { mail: true } } })).toMatchObject({ mail_after_minutes: 45 })
    })

    it('names the field that is wrong', async () => {
      const bodies: [string, object][] = [
        ['notifications.kinds.mention.push', { notifications: { kinds: { mention: { push: 1 } } } }],
        ['notifications.quiet_hours.to', { notifications: { quiet_hours: { from: '22:00', to: '24:00' } } }],
        ['notifications.time_zone', { notifications: { time_zone: '+01:00' } }],
        ['availability', { availability: 'asleep' }],
        ['notifications.sound', { notifications: { sound: 'loud' } }],
        ['notifications.mail_after_minutes', { notifications: { mail_after_minutes: 0 } }],
        ['notifications.mail_after_minutes', { notifications: { mail_after_minutes: 121 } }],
        ['notifications.mail_after_minutes', { notifications: { mail_after_minutes: 1.5 } }],
      ]
      for (const [field, body] of bodies) {
        const answer = await settle(owner, body)
        const fields = answer.body.error?.details?.map((detail: { field: string }) => detail.field)
        expect([body, answer.status, fields]).toEqual([body, 422, [field]])
      }
    })
  })

  describe('PATCH /organizations/{organization}/members/{user}', () => {
    it('counts from the next request on, in the session and with the bearer', async () => {
      const agent = await buildAgent(test, owner)
      const responder = await buildMember(test, owner, 'responder')
      const key = (await token(responder)).data.token
      const rename = () => test.request('updateAgent', { params: { agent: agent.id }, body: { name: 'New' } }, { key })
      expect((await rename()).body.error.code).toBe('forbidden')
      expect((await update(owner, responder, 'admin')).data).toMatchObject({ role: 'admin' })
      expect((await rename()).status).toBe(200)
      const { data } = await test.request('getSession', {}, { cookie: responder.cookie })
      expect(data.organizations).toMatchObject([{ id: owner.organizationId, role: 'admin' }])
      await update(owner, responder, 'responder')
      expect((await rename()).body.error.code).toBe('forbidden')
    })

    it('refuses to give or touch a role above one’s own', async () => {
      const admin = await buildMember(test, owner, 'admin')
      const responder = await buildMember(test, owner, 'responder')
      expect((await update(admin, responder, 'owner')).status).toBe(403)
      expect((await update(admin, owner, 'responder')).status).toBe(403)
      expect((await update(admin, admin, 'owner')).status).toBe(403)
      expect((await update(responder, responder, 'admin')).status).toBe(403)
      expect((await update(admin, responder, 'admin')).status).toBe(200)
      expect((await update(admin, responder, 'responder')).status).toBe(200)
      expect((await update(owner, { ...owner, userId: crypto.randomUUID() }, 'admin')).status).toBe(404)
    })

    it('revokes, for good, the keys of somebody who is no owner any more, and nobody else’s', async () => {
      const other = await buildMember(test, owner, 'owner')
      const body = { name: 'Theirs', scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
      const made = await test.request('createApiKey', { params: organization(), body }, { cookie: other.cookie })
      const [theirs, ours] = [made.data.key, await owner.key()]
      const use = (key: string) => test.request('listAgents', { params: organization() }, { key })
      expect((await use(theirs)).status).toBe(200)
      await update(owner, other, 'admin')
      expect((await use(theirs)).status).toBe(401)
      expect((await use(ours)).status).toBe(200)
      await update(owner, other, 'owner')
      expect((await use(theirs)).status).toBe(401)
    })

    it('leaves one of two owners who demote each other at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        owner = await test.signUp()
        const other = await buildMember(test, owner, 'owner')
        const answers = await Promise.all([update(owner, other, 'admin'), update(other, owner, 'admin')])
        const [passed, refused] = answers.map(({ status }) => status).sort()
        expect(passed).toBe(200)
        // Where the first was through before the second was looked at, that one came from an admin.
        expect([403, 409]).toContain(refused)
        expect((await list(owner)).filter(({ role }) => role === 'owner')).toHaveLength(1)
      }
    })

    it('leaves one of two owners who step down at the same time', async () => {
      const other = await buildMember(test, owner, 'owner')
      const answers = await Promise.all([update(owner, owner, 'admin'), update(other, other, 'responder')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe('last_owner')
    })
  })

  describe('DELETE /organizations/{organization}/members/{user}', () => {
    it('refuses them at once: session, bearer and all', async () => {
      const agent = await buildAgent(test, owner)
      const admin = await buildMember(test, owner, 'admin')
      const key = (await token(admin)).data.token
      expect((await remove(owner, admin)).status).toBe(204)
      expect((await test.request('listAgents', { params: organization() }, { key })).status).toBe(401)
      const inbox = await test.request('listInbox', { params: organization() }, { cookie: admin.cookie })
      expect(inbox.body.error.code).toBe('forbidden')
      const settings = { params: { agent: agent.id } }
      expect((await test.request('getAgentSettings', settings, { cookie: admin.cookie })).status).toBe(403)
      expect((await token(admin)).status).toBe(403)
      expect((await test.request('getSession', {}, { cookie: admin.cookie })).data.organizations).toEqual([])
      expect(await list(owner)).toHaveLength(1)
      expect((await remove(owner, admin)).status).toBe(404)
    })

    it('lets anybody leave, but nobody remove a role above their own, nor the last owner go', async () => {
      const admin = await buildMember(test, owner, 'admin')
      const responder = await buildMember(test, owner, 'responder')
      expect((await remove(responder, admin)).status).toBe(403)
      expect((await remove(admin, owner)).status).toBe(403)
      expect((await remove(owner, owner)).body.error.code).toBe('last_owner')
      expect((await remove(responder, responder)).status).toBe(204)
      expect((await remove(admin, admin)).status).toBe(204)
    })
  })

  describe('POST /session/token', () => {
    it('is for one organization, which a member of several names', async () => {
      const elsewhere = await test.signUp()
      const params = { organization: elsewhere.organizationId }
      const { email } = (await test.request('getSession', {}, owner)).data.user
      const invitation = await test.request(
        'createInvitation',
        { params, body: { email, role: 'responder' } },
        elsewhere,
      )
      const accept = { body: { token: invitation.data.link!.split('#')[1]! } }
      expect((await test.request('acceptInvitation', accept, { cookie: owner.cookie })).status).toBe(201)

      expect((await token(owner)).body.error.details[0].field).toBe('organization')
      expect((await token(owner, { organization: crypto.randomUUID() })).status).toBe(403)
      const key = (await token(owner, { organization: elsewhere.organizationId })).data.token
      expect((await test.request('listAgents', { params }, { key })).status).toBe(200)
      expect((await test.request('listAgents', { params: organization() }, { key })).status).toBe(403)
      const agent = await buildAgent(test, owner)
      expect((await test.request('getAgent', { params: { agent: agent.id } }, { key })).status).toBe(403)
      const stranger = await test.signUp()
      expect((await token(stranger, { organization: owner.organizationId })).status).toBe(403)
    })

    it('has a key work in its own organization alone', async () => {
      const second = await test.signUp()
      const params = { organization: second.organizationId }
      const { email } = (await test.request('getSession', {}, owner)).data.user
      const invitation = await test.request('createInvitation', { params, body: { email, role: 'owner' } }, second)
      await test.request('acceptInvitation', { body: { token: invitation.data.link!.split('#')[1]! } }, owner)
      const key = await owner.key()
      expect((await test.request('listAgents', { params: organization() }, { key })).status).toBe(200)
      expect((await test.request('listAgents', { params }, { key })).status).toBe(403)
    })
  })
})
