import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { type Browser, browserKeys, type PushService, startPushService } from '../../testing/push-service.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { alertMailJob } from '../alerts/jobs.ts'
import { alertMailHandler } from '../alerts/mail.job.ts'
import { pushJob } from './jobs.ts'
import { newsMailHandler } from './mail-news.job.ts'
import { pushHandler } from './push.job.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')

describe.each(databases())('what is pushed on $name', (database) => {
  let test: TestApp
  let service: PushService
  let mails: MailServer
  let publicKey = ''
  let clock = NOON
  let owner: Owner
  let grace: Owner
  let linus: Owner
  let agent: string
  let conversation: string

  beforeAll(async () => {
    service = await startPushService(() => publicKey)
    mails = await startMailServer()
    const env = {
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'Baton <support@example.com>', PUBLIC_URL: 'https://baton.example' },
      OUTBOUND_ALLOW: service.url.replace('http://', ''),
    }
    test = await createTestApp({ database, env, now: () => clock })
  })
  afterAll(async () => {
    await test.close()
    await service.close()
    await mails.close()
  })
  beforeEach(async () => {
    clock = NOON
    owner = await test.signUp()
    grace = await join('responder')
    linus = await join('responder')
    agent = (await buildAgent(test, owner, { name: 'Front desk' })).id
    conversation = (await buildConversation(test, owner, agent, { chat_user_id: 'ana' })).id
    const answer = await test.request('getPushKey', { params: organization() }, cookieOf(owner))
    publicKey = answer.data.public_key ?? ''
    mails.received.length = 0
  })

  /** A new member, who is handed the link that is mailed to others. */
  async function join(role: Role): Promise<Owner> {
    const { mail } = test.deps
    test.deps.mail = undefined
    try {
      return await buildMember(test, owner, role)
    } finally {
      test.deps.mail = mail
    }
  }
  const organization = () => ({ organization: owner.organizationId })
  const params = () => ({ agent, conversation })
  const cookieOf = ({ cookie }: Owner) => ({ cookie })
  const post = (of: Owner, body: Browser['subscription']) =>
    test.request('createPushSubscription', { params: organization(), body }, cookieOf(of))
  async function subscribe(of: Owner): Promise<Browser & { id: string }> {
    const browser = service.subscribe()
    const answer = await post(of, browser.subscription)
    expect(answer.status).toBe(201)
    return Object.assign(browser, { id: answer.data.id })
  }
  const settle = (of: Owner, body: object) =>
    test.request('updateOwnMember', { params: organization(), body }, cookieOf(of))
  async function mention(...mentioned: Owner[]) {
    const body = { content: 'Ana wants her money back', mentions: mentioned.map(({ userId }) => userId) }
    const answer = await test.request('createNote', { params: params(), body }, cookieOf(owner))
    expect(answer.status).toBe(201)
    await test.settled()
  }
  const subscriptions = async () =>
    (
      await test.deps.database.read
        .selectFrom('push_subscriptions')
        .select('id')
        .where('organization_id', '=', owner.organizationId)
        .execute()
    ).map(({ id }) => id)

  it('reaches the one mentioned alone, by bell, push and mail, and nothing of it anybody else', async () => {
    const [hers, owners, his] = [await subscribe(grace), await subscribe(owner), await subscribe(linus)]
    await mention(grace)
    expect(hers.received.map(({ content }) => content)).toEqual([
      {
        title: expect.stringMatching(/ mentioned you$/),
        body: 'Front desk',
        tag: conversation,
        path: `/inbox/${agent}/${conversation}`,
      },
    ])
    expect([owners.received, his.received]).toEqual([[], []])
    expect(hers.received[0]!.headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' },
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    const unread = async (of: Owner) =>
      (await test.request('listNotifications', { params: organization() }, cookieOf(of))).data.unread
    expect([await unread(grace), await unread(owner), await unread(linus)]).toEqual([1, 0, 0])
    const { data } = await test.request('getSession', {}, cookieOf(grace))
    expect(mails.received.flatMap(({ to }) => to)).toEqual([data.user.email])
  })

  it('quotes what was written only if the member wants that', async () => {
    const browser = await subscribe(grace)
    await settle(grace, { notifications: { push_excerpts: true } })
    await mention(grace)
    expect(browser.received.map(({ content }) => content)).toMatchObject([
      { body: 'Front desk: Ana wants her money back' },
    ])
  })

  it('is held back by one’s wishes, in quiet hours and while away', async () => {
    const browser = await subscribe(grace)
    const reached = async (notifications: object, availability = 'available') => {
      await settle(grace, { notifications, availability })
      const before = browser.received.length
      await mention(grace)
      return browser.received.length - before
    }
    const quiet_hours = { from: '12:30', to: '13:30' }
    expect(await reached({ kinds: { mention: { push: false } } })).toBe(0)
    expect(await reached({ kinds: { mention: { push: true, list: false } } })).toBe(1)
    expect(await reached({ quiet_hours, time_zone: 'Europe/Berlin' })).toBe(0)
    expect(await reached({ quiet_hours, time_zone: 'UTC' })).toBe(1)
    expect(await reached({ quiet_hours: null, only_while_available: true }, 'away')).toBe(0)
    expect(await reached({ only_while_available: true })).toBe(1)
  })

  it('ends with 404 and 410, with the session, with the membership, and when another takes the browser', async () => {
    const [lost, gone] = [await subscribe(grace), await subscribe(grace)]
    lost.status = 404
    gone.status = 410
    const kept = await subscribe(linus)
    await mention(grace, linus)
    expect(await subscriptions()).toEqual([kept.id])
    expect(kept.received).toHaveLength(1)

    const again = await post(grace, kept.subscription)
    expect(await subscriptions()).toEqual([again.data.id])
    await test.request('signOut', {}, cookieOf(grace))
    expect(await subscriptions()).toEqual([])
    const his = await subscribe(linus)
    const removed = { params: { ...organization(), user: linus.userId } }
    expect((await test.request('removeMember', removed, cookieOf(owner))).status).toBe(204)
    await mention()
    expect([await subscriptions(), his.received]).toEqual([[], []])

    const own = await subscribe(owner)
    const deletion = { params: { ...organization(), subscription: own.id } }
    const stranger = await join('admin')
    expect((await test.request('deletePushSubscription', deletion, cookieOf(stranger))).status).toBe(404)
    expect((await test.request('deletePushSubscription', deletion, cookieOf(owner))).status).toBe(204)
    expect(await subscriptions()).toEqual([])
  })

  it('reaches nobody who is removed while it is queued, by mail either', async () => {
    const browser = await subscribe(grace)
    await settle(grace, { notifications: { kinds: { mention: { push: true, mail: true } } } })
    const queued: { name: string; payload: string }[] = []
    const { jobs } = test.deps
    const send = vi.spyOn(jobs, 'send').mockImplementation(async (_, { name }, payload) => {
      queued.push({ name, payload: JSON.stringify(payload) })
    })
    await mention(grace)
    send.mockRestore()
    expect(queued.map(({ name }) => name).toSorted()).toEqual([alertMailJob.name, pushJob.name].toSorted())
    const removed = { params: { ...organization(), user: grace.userId } }
    expect((await test.request('removeMember', removed, cookieOf(owner))).status).toBe(204)
    const told = () =>
      test.deps.database.read
        .selectFrom('events')
        .select('sequence')
        .where('organization_id', '=', owner.organizationId)
        .where('payload', 'like', `%notification.updated%${grace.userId}%`)
        .execute()
    const before = await told()
    mails.received.length = 0
    const handlers = [alertMailHandler(test.deps), pushHandler(test.deps)] as JobHandler<never>[]
    for (const { name, payload } of queued) {
      const handler = handlers.find(({ definition }) => definition.name === name)!
      await handler.run(JSON.parse(payload) as never, { attempt: 1, signal: new AbortController().signal })
    }
    await mention()
    expect([mails.received, browser.received, await told()]).toEqual([[], [], before])
  })

  it('holds nothing any more of a visitor who is erased, in the list either', async () => {
    const browser = await subscribe(grace)
    await settle(grace, { notifications: { push_excerpts: true } })
    const assignment = { params: params(), body: { assignee: grace.userId } }
    await test.request('assignConversation', assignment, cookieOf(owner))
    const key = await owner.key()
    await test.request('updateConversation', { params: params(), body: { response_mode: 'human' } }, { key })
    await test.request('sendMessage', { params: params(), body: { content: 'My card is 4242' } }, { key })
    await test.settled()
    const list = async () => (await test.request('listNotifications', { params: organization() }, cookieOf(grace))).data
    expect((await list()).items[0]).toMatchObject({ kind: 'visitor_wrote', excerpt: 'My card is 4242' })
    expect(browser.received.at(-1)?.content).toMatchObject({ body: 'Front desk: My card is 4242' })
    const sent = browser.received.length
    const found = await test.request('findVisitors', { params: organization(), body: { chat_user_id: 'ana' } }, owner)
    await test.request('eraseVisitors', { params: organization(), body: { matches: found.data } }, owner)
    await test.settled()
    expect(await list()).toEqual({ items: [], unread: 0 })
    const rows = await test.deps.database.read
      .selectFrom('notifications')
      .select('id')
      .where('conversation_id', '=', conversation)
      .execute()
    expect([rows, browser.received.length]).toEqual([[], sent])
  })

  it('is tried again while the push service is down, and not sent once it has been read', async () => {
    const browser = await subscribe(grace)
    browser.status = 503
    const body = { content: 'Look', mentions: [grace.userId] }
    await test.request('createNote', { params: params(), body }, cookieOf(owner))
    const jobs = () =>
      test.deps.database.read.selectFrom('jobs').selectAll().where('name', '=', 'notifications.push').execute()
    await expect.poll(async () => (await jobs()).map(({ attempts }) => Number(attempts))).toEqual([1])
    expect(await subscriptions()).toEqual([browser.id])
    browser.status = 201
    await test.request('readNotifications', { params: organization(), body: { all: true } }, cookieOf(grace))
    await expect.poll(async () => (await jobs()).length, { timeout: 20_000 }).toBe(0)
    expect(browser.received).toEqual([])
  })

  it('refuses addresses that may not be reached, and keys that are none', async () => {
    const { endpoint } = service.subscribe().subscription
    const keys = browserKeys()
    const bodies: [string, Browser['subscription']][] = [
      ['endpoint', { endpoint: 'http://push.example.com/1', keys }],
      ['endpoint', { endpoint: 'https://169.254.169.254/latest', keys }],
      ['keys', { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }],
      ['keys', { endpoint, keys: { ...keys, auth: 'c2hvcnQtc2hvcnQtYQ'.slice(0, 18) } }],
      ['keys.auth', { endpoint, keys: { ...keys, auth: 'not base64' } }],
    ]
    for (const [field, body] of bodies) {
      const answer = await post(grace, body)
      const fields = answer.body.error?.details?.map((detail: { field: string }) => detail.field)
      expect([body, answer.status, fields]).toEqual([body, 422, [field]])
    }
  })

  it('gives the same key to every process, and none where nobody could reach the operator', async () => {
    const keys = await Promise.all(
      [1, 2, 3].map(async () => (await test.request('getPushKey', { params: organization() }, cookieOf(owner))).data),
    )
    expect(new Set(keys.map(({ public_key }) => public_key))).toEqual(new Set([publicKey]))
    const unreachable = await createTestApp({ database: 'sqlite', env: { PUBLIC_URL: 'http://baton.example' } })
    try {
      const somebody = await unreachable.signUp()
      const params = { organization: somebody.organizationId }
      const { data } = await unreachable.request('getPushKey', { params }, cookieOf(somebody))
      expect(data).toEqual({ public_key: null })
      const body = service.subscribe().subscription
      const refused = await unreachable.request('createPushSubscription', { params, body }, cookieOf(somebody))
      expect(refused.body.error?.details).toMatchObject([{ field: 'endpoint' }])
    } finally {
      await unreachable.close()
    }
  })

  it('is mailed too, for kinds whose mails are not sent otherwise, if it has not been seen within a minute', async () => {
    await settle(grace, { notifications: { kinds: { assigned: { mail: true } } } })
    const assign = (assignee: string | null) =>
      test.request('assignConversation', { params: params(), body: { assignee } }, cookieOf(owner))
    await assign(grace.userId)
    const newest = async () => {
      const ofGrace = test.deps.database.read
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', grace.userId)
      return (await ofGrace.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
    }
    const job = { userId: grace.userId, kind: 'assigned', conversationId: conversation }
    const first = await newest()
    const run = (notificationId = first) =>
      newsMailHandler(test.deps).run({ ...job, notificationId }, { attempt: 1, signal: new AbortController().signal })
    await run()
    expect(mails.received).toHaveLength(1)
    const [mail] = mails.received
    expect(mail?.text).toContain('assigned a conversation to you, at Front desk.')
    expect(mail?.text).toContain(`https://baton.example/inbox/${agent}/${conversation}`)
    expect(mail?.raw).not.toContain('Ana')
    await test.request('readNotifications', { params: organization(), body: { all: true } }, cookieOf(grace))
    await run()
    expect(mails.received).toHaveLength(1)
    // What comes after it was read has a minute and a mail of its own.
    await assign(null)
    await assign(grace.userId)
    await run()
    expect(mails.received).toHaveLength(1)
    await run(await newest())
    expect(mails.received).toHaveLength(2)
  })
})
