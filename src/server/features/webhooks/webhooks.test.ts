import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent } from '#contract/events.ts'
import { tellListeners } from '../../events/emit.ts'
import { webhookBody } from '../../http/openapi-schemas.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createReceiver, type Receiver, type ReceiverAnswer } from '../../testing/receiver.ts'
import { type Caller, createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { countMoved } from './counts.ts'
import { deliverJob } from './jobs.ts'
import { pruneDeliveries } from './prune-deliveries.ts'
import { changeDelivery } from './queries.ts'
import { sampleAnnouncement } from './sample-event.ts'

const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })
const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases())('webhooks on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let receiver: Receiver
  /** How each path of the receiver answers; 204 by default. */
  let answers: Record<string, (count: number) => ReceiverAnswer>

  beforeAll(async () => {
    test = await createTestApp({ database, env: { OUTBOUND_ALLOW: '127.0.0.1/32', RATE_LIMITS: OFTEN } })
    owner = await test.signUp()
    key = await owner.key()
  })
  beforeEach(async () => {
    answers = {}
    receiver = await createReceiver(({ path }, { at }) => answers[path]?.(at(path).length) ?? {})
    agent = (await buildAgent(test, owner)).id
  })
  afterEach(() => receiver.close())
  afterAll(() => test.close())

  const createWebhookEndpoint = (path: string, events?: [WebhookEvent, ...WebhookEvent[]]) =>
    test.request(
      'createWebhookEndpoint',
      { params: { agent }, body: { url: receiver.url + path, ...(events && { events }) } },
      { key },
    )

  /** Emits an event with an announcement, as a conversation's transaction does. */
  const announce = ({ sequence = 1, content = 'Hello' } = {}) => {
    const sample = sampleAnnouncement(agent, 'public_api_message_created', 1)
    const announcement = { ...sample, data: { ...sample.data, sequence, message: { ...sample.data.message, content } } }
    return test.deps.database.transaction((tx) =>
      tellListeners(test.deps, tx, owner.organizationId, {
        event: { type: 'action.updated', agent_id: agent },
        announcement,
      }),
    )
  }

  const deliveries = async (query: Record<string, string> = {}) =>
    (await test.request('listWebhookDeliveries', { params: { agent }, query }, { cookie: owner.cookie })).body
  const endpoints = async () =>
    (await test.request('listWebhookEndpoints', { params: { agent } }, { key })).body.data as { is_active: boolean }[]

  /** Waits for a condition on the newest delivery. */
  const newestDelivery = async (isSo: (delivery: { status: string; attempts: unknown[] }) => boolean) => {
    for (let tries = 0; tries < 300; tries += 1) {
      const [delivery] = (await deliveries()).data
      if (delivery && isSo(delivery)) return delivery
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`Never so: ${JSON.stringify((await deliveries()).data[0])}`)
  }

  describe('POST /agents/{agent}/webhook-endpoints', () => {
    it('shows URL and secret once, and neither in the list', async () => {
      const created = await createWebhookEndpoint('/hook', ['public_api_human_handoff', 'public_api_human_handoff'])
      expect(created.status).toBe(201)
      expect(created.data).toMatchObject({ url: `${receiver.url}/hook`, is_active: true })
      expect(created.data.events).toEqual(['public_api_human_handoff'])
      expect(created.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const both = await createWebhookEndpoint('/both')
      expect(both.data.events).toEqual(['public_api_message_created', 'public_api_human_handoff'])
      const list = await test.request('listWebhookEndpoints', { params: { agent } }, { key })
      expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([both.data.id, created.data.id])
      expect(JSON.stringify(list.body)).not.toMatch(/url"|whsec_/)
      expect(list.body.meta.total).toBe(2)
    })

    it.each([
      'http://shop.example/hook',
      'https://10.0.0.1/hook',
      'https://169.254.169.254/latest',
      'https://[::1]/hook',
      'ftp://shop.example/hook',
      'not a url',
    ])('refuses %s', async (url) => {
      const answer = await test.request('createWebhookEndpoint', { params: { agent }, body: { url } }, { key })
      expect(answer.status).toBe(422)
      expect(answer.body.error).toMatchObject({ code: 'validation_failed', details: [{ field: 'url' }] })
    })

    it('tells the address again to the owner alone', async () => {
      const [first, second] = [await createWebhookEndpoint('/first'), await createWebhookEndpoint('/second')]
      const params = { agent }
      const list = (caller: Caller = { cookie: owner.cookie }, query = {}) =>
        test.request('listFullWebhookEndpoints', { params, query }, caller)
      const known = await test.request('listWebhookEndpoints', { params }, { key })
      const full = await list()
      expect(full.data).toEqual([
        { ...known.data[0], url: `${receiver.url}/second` },
        { ...known.data[1], url: `${receiver.url}/first` },
      ])
      expect((await list({ cookie: owner.cookie }, { per_page: 1, page: 2 })).body).toMatchObject({
        data: [{ id: first.data.id }],
        meta: { total: 2, last_page: 2 },
      })
      // Deliveries of the tests before may still be under way, and each changes the list.
      let headers = { 'if-none-match': '' }
      await expect
        .poll(async () => {
          headers = { 'if-none-match': String((await list()).headers.etag) }
          return (await list({ cookie: owner.cookie, headers })).status
        })
        .toBe(304)
      await test.request('deleteWebhookEndpoint', { params: { agent, endpoint: second.data.id } }, { key })
      const later = await list({ cookie: owner.cookie, headers })
      expect(later.data.map(({ url }) => url)).toEqual([`${receiver.url}/first`])
      const other = await test.signUp()
      expect((await list({})).status).toBe(401)
      expect((await list({ key })).status).toBe(401)
      expect((await list({ cookie: other.cookie })).status).toBe(403)
    })

    it('show at once that old deliveries are gone, of which no event tells', async () => {
      await createWebhookEndpoint('/hook')
      await announce()
      const { id } = await newestDelivery(({ status }) => status === 'succeeded')
      const list = (headers = {}) =>
        test.request('listWebhookDeliveries', { params: { agent } }, { cookie: owner.cookie, headers })
      await test.settled()
      const headers = { 'if-none-match': String((await list()).headers.etag) }
      expect((await list(headers)).status).toBe(304)
      await test.deps.database.transaction((tx) =>
        tx.updateTable('webhook_deliveries').set({ created_at: 0 }).where('id', '=', id).execute(),
      )
      await pruneDeliveries(test.deps)
      expect(await list(headers)).toMatchObject({ status: 200, data: [] })
    })

    it('refuses unknown and missing events', async () => {
      for (const events of [['other'], []]) {
        const body = { url: 'https://shop.example/hook', events } as never
        const answer = await test.request('createWebhookEndpoint', { params: { agent }, body }, { key })
        expect(answer.status).toBe(422)
      }
    })

    it('makes 20 for an agent and not one more, however many ask at once', async () => {
      const made = await Promise.all(Array.from({ length: 30 }, (_, index) => createWebhookEndpoint(`/hook-${index}`)))
      expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
      const refused = made.filter(({ status }) => status === 422)
      expect(refused.map(({ body }) => body.error.code)).toEqual(Array(10).fill('subscription_limit_exceeded'))
      const params = { agent, endpoint: made.find(({ status }) => status === 201)?.data.id ?? '' }
      expect((await test.request('deleteWebhookEndpoint', { params }, { key })).status).toBe(204)
      expect((await test.request('deleteWebhookEndpoint', { params }, { key })).status).toBe(404)
      expect((await createWebhookEndpoint('/one-more')).status).toBe(201)
    })
  })

  it('signs exactly what the event says, for those who asked for it', async () => {
    const { data } = await createWebhookEndpoint('/messages', ['public_api_message_created'])
    await createWebhookEndpoint('/handoffs', ['public_api_human_handoff'])
    await announce({ content: 'Grüße 👋' })
    const [post] = await receiver.waitFor('/messages', 1)
    await test.settled()
    expect(receiver.at('/handoffs')).toEqual([])
    expect(post?.headers['content-type']).toBe('application/json')
    const verified = new Webhook(data.secret).verify(post?.body ?? '', post?.headers as Record<string, string>)
    expect(verified).toMatchObject({
      type: 'public_api_message_created',
      timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      data: { agent_id: agent, sequence: 1, message: { content: 'Grüße 👋' } },
    })
    expect((await deliveries()).data).toMatchObject([
      { status: 'succeeded', next_attempt_at: null, attempts: [{ number: 1, response_status: 204, error: null }] },
    ])
  })

  it('tells of a conversation as the API shows it: the greeting, then the hand-off', async () => {
    await createWebhookEndpoint('/hook')
    const conversation = await buildConversation(test, owner, agent)
    const params = { agent, conversation: conversation.id }
    await receiver.waitFor('/hook', 1)
    await test.request('sendHumanMessage', { params, body: { content: 'Hello' } }, { key })
    const posts = (await receiver.waitFor('/hook', 2)).map(({ body }) => JSON.parse(body))
    for (const post of posts) expect(webhookBody.parse(post)).toEqual(post)
    const [greeting] = (await test.request('listMessages', { params }, { key })).body.data
    const shown = (await test.request('getConversation', { params }, { key })).body.data
    expect(posts[0]).toMatchObject({
      type: 'public_api_message_created',
      data: { agent_id: agent, conversation, message: greeting, sequence: 1 },
    })
    expect(posts[1]).toMatchObject({
      type: 'public_api_human_handoff',
      data: {
        agent_id: agent,
        conversation: { id: shown.id, response_mode: 'human' },
        reason: 'taken_over',
        sequence: 2,
      },
    })
    expect(posts[1].data).not.toHaveProperty('message')
  })

  it('says why people have a conversation', async () => {
    await createWebhookEndpoint('/hook', ['public_api_human_handoff'])
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
    const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
    await test.request('sendMessage', { params, body: { content: 'Can I talk to a human?' } }, { key })
    const [post] = (await receiver.waitFor('/hook', 1)).map(({ body }) => webhookBody.parse(JSON.parse(body)))
    expect(post!.data).toMatchObject({ conversation: { response_mode: 'human' }, reason: 'asked_for_person' })
  })

  it('sends nothing of a transaction that was rolled back', async () => {
    await createWebhookEndpoint('/hook')
    await expect(
      test.deps.database.transaction(async (tx) => {
        const announcement = sampleAnnouncement(agent, 'public_api_message_created', 1)
        await tellListeners(test.deps, tx, owner.organizationId, { event: { type: 'label.updated' }, announcement })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await test.settled()
    expect(receiver.received).toEqual([])
    expect((await deliveries()).meta.total).toBe(0)
  })

  it('gets every event through to a receiver that fails half the time', async () => {
    const failed = new Set<string>()
    await receiver.close()
    receiver = await createReceiver(({ headers }) => {
      const id = String(headers['webhook-id'])
      if (failed.has(id) || failed.size >= 10) return {}
      failed.add(id)
      return { status: 500, body: 'x'.repeat(3_000) }
    })
    await createWebhookEndpoint('/flaky')
    for (let sequence = 1; sequence <= 20; sequence += 1) await announce({ sequence })
    await receiver.waitFor('/flaky', 30)
    const bodies = receiver.at('/flaky').map(({ headers, body }) => ({ id: headers['webhook-id'], body }))
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(20)
    for (const id of failed) {
      const [first, second] = bodies.filter((post) => post.id === id)
      expect(second).toEqual(first)
    }
    await test.settled()
    const retried = (await deliveries({ per_page: '100' })).data.filter(
      ({ attempts }: { attempts: unknown[] }) => attempts.length > 1,
    )
    expect(retried).toHaveLength(10)
    expect(retried[0].attempts[0]).toMatchObject({
      response_status: 500,
      response_body: 'x'.repeat(1024),
      error: 'The receiver answered with status 500 instead of 2xx.',
    })
    expect((await endpoints())[0]?.is_active).toBe(true)
  })

  it('waits as long as Retry-After says', async () => {
    answers['/busy'] = () => ({ status: 503, headers: { 'retry-after': '600' } })
    await createWebhookEndpoint('/busy')
    await announce()
    const delivery = await newestDelivery(({ attempts }) => attempts.length === 1)
    const wait = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts[0].started_at)
    expect(wait).toBeGreaterThanOrEqual(600_000)
    expect(wait).toBeLessThan(620_000)
    expect(delivery.status).toBe('pending')
  })

  it('takes a redirect for a failure and does not follow it', async () => {
    answers['/moved'] = () => ({ status: 307, headers: { location: `${receiver.url}/new` } })
    await createWebhookEndpoint('/moved')
    await announce()
    const delivery = await newestDelivery(({ attempts }) => attempts.length === 1)
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ response_status: 307, error: expect.stringContaining('redirects') }],
    })
    expect(receiver.at('/new')).toEqual([])
  })

  it('switches an endpoint off at 410, gives up what waits, and on again when a test succeeds', async () => {
    answers['/gone'] = (count) => ({ status: count === 1 ? 500 : count === 2 ? 410 : 200 })
    const { data } = await createWebhookEndpoint('/gone')
    await announce({ sequence: 1 })
    await newestDelivery(({ attempts }) => attempts.length === 1)
    await announce({ sequence: 2 })
    await newestDelivery(({ status }) => status === 'failed')
    expect(await endpoints()).toMatchObject([{ is_active: false }])
    expect((await deliveries({ status: 'failed' })).meta.total).toBe(2)
    expect((await deliveries({ status: 'pending' })).data).toEqual([])
    await announce({ sequence: 3 })
    await test.settled()
    expect(receiver.at('/gone')).toHaveLength(2)

    const params = { agent, endpoint: data.id }
    const tested = await test.request('sendTestWebhook', { params }, { cookie: owner.cookie })
    expect(tested.data).toMatchObject({ status: 'succeeded', event: 'test', url: `${receiver.url}/gone` })
    expect(await endpoints()).toMatchObject([{ is_active: true }])
    const post = receiver.at('/gone')[2]
    const verified = new Webhook(data.secret).verify(post?.body ?? '', post?.headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'public_api_message_created', data: { agent_id: agent, sequence: 1 } })
  })

  it('switches an endpoint off after five days of nothing but failure', async () => {
    answers['/down'] = () => ({ status: 500 })
    const { data } = await createWebhookEndpoint('/down')
    const failingSince = async (days: number) =>
      test.deps.database.transaction((tx) =>
        tx
          .updateTable('webhook_endpoints')
          .set({ failing_since: Date.now() - days * DAY_MS })
          .where('id', '=', data.id)
          .execute(),
      )
    await failingSince(4.9)
    await announce()
    await newestDelivery(({ attempts }) => attempts.length === 1)
    expect((await endpoints())[0]?.is_active).toBe(true)
    await failingSince(5)
    await announce()
    await newestDelivery(({ status }) => status === 'failed')
    expect((await endpoints())[0]?.is_active).toBe(false)
    const params = { organization: owner.organizationId }
    const told = await test.request('listNotifications', { params }, { cookie: owner.cookie })
    expect(told.data.items[0]).toMatchObject({ kind: 'account_failing', agent_id: agent, read_at: null })
  })

  it('tries a test once and says what happened', async () => {
    answers['/broken'] = () => ({ status: 500, body: 'no' })
    const { data } = await createWebhookEndpoint('/broken', ['public_api_human_handoff'])
    const params = { agent, endpoint: data.id }
    const tested = await test.request('sendTestWebhook', { params }, { cookie: owner.cookie })
    expect(tested.status).toBe(201)
    const { failing_since } = await test.deps.database.read
      .selectFrom('webhook_endpoints')
      .select('failing_since')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    // Otherwise a later failure would count from then and switch the endpoint off at once.
    expect(failing_since).toBeNull()
    expect(tested.data).toMatchObject({ status: 'failed', attempts: [{ response_status: 500, response_body: 'no' }] })
    expect(tested.data.payload).toMatchObject({ type: 'public_api_human_handoff' })
    expect(tested.data.payload.data).not.toHaveProperty('message')
  })

  it('tests an endpoint twice at once, and refuses more until an attempt has ended', async () => {
    answers['/hangs'] = () => ({ hang: true })
    const { data } = await createWebhookEndpoint('/hangs')
    const params = { agent, endpoint: data.id }
    const sendTest = () => test.request('sendTestWebhook', { params }, { cookie: owner.cookie })
    let refused = 0
    const tests = Array.from({ length: 20 }, async () => {
      const answer = await sendTest()
      if (answer.status === 429) refused += 1
      return answer
    })
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(18)
    await receiver.waitFor('/hangs', 2)
    await receiver.close()
    const statuses = (await Promise.all(tests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(receiver.at('/hangs')).toHaveLength(2)
    await expect.poll(async () => (await sendTest()).status).toBe(201)
  })

  it('replays a delivery as the same event', async () => {
    await createWebhookEndpoint('/hook')
    await announce({ sequence: 7 })
    const first = await newestDelivery(({ status }) => status === 'succeeded')
    const params = { agent, delivery: first.id }
    const replayed = await test.request('replayWebhookDelivery', { params }, { cookie: owner.cookie })
    expect(replayed.status).toBe(201)
    expect(replayed.data.id).not.toBe(first.id)
    expect(replayed.data.payload).toEqual(first.payload)
    const read = (of: string) =>
      test.request('getWebhookDelivery', { params: { agent: of, delivery: first.id } }, { cookie: owner.cookie })
    expect((await read(agent)).data).toEqual(first)
    expect((await read((await buildAgent(test, owner)).id)).status).toBe(404)
    const [one, two] = await receiver.waitFor('/hook', 2)
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(two?.body).toBe(one?.body)
    await newestDelivery(({ status }) => status === 'succeeded')
    expect((await deliveries()).meta.total).toBe(2)
  })

  it('sends nothing more to a deleted endpoint, and keeps what was sent on record', async () => {
    answers['/hook'] = () => ({ status: 500 })
    const { data } = await createWebhookEndpoint('/hook')
    await announce()
    const delivery = await newestDelivery(({ attempts }) => attempts.length === 1)
    await test.request('deleteWebhookEndpoint', { params: { agent, endpoint: data.id } }, { key })
    expect((await deliveries({ endpoint: data.id })).data).toMatchObject([{ status: 'failed', next_attempt_at: null }])
    expect((await endpoints()).length).toBe(0)
    const params = { agent, delivery: delivery.id }
    const replayed = await test.request('replayWebhookDelivery', { params }, { cookie: owner.cookie })
    expect(replayed.status).toBe(404)
  })

  it('gives up a delivery that was stored at the moment in which its endpoint was deleted', async () => {
    answers['/hook'] = () => ({ status: 500 })
    const { data } = await createWebhookEndpoint('/hook')
    await announce()
    const { id } = await newestDelivery(({ attempts }) => attempts.length === 1)
    await test.request('deleteWebhookEndpoint', { params: { agent, endpoint: data.id } }, { key })
    // As the transaction of a message leaves it that has read the endpoint before.
    await test.deps.database.transaction(async (tx) => {
      await changeDelivery(tx, id, { status: 'pending', next_attempt_at: Date.now() })
      await countMoved(tx, { agent_id: agent, endpoint_id: data.id, status: 'failed' }, 'pending')
      await test.deps.jobs.send(tx, deliverJob, { delivery_id: id, number: 2 })
    })
    await newestDelivery(({ status }) => status === 'failed')
    expect((await deliveries({ status: 'failed' })).meta.total).toBe(1)
    expect(receiver.at('/hook')).toHaveLength(1)
  })

  it('shows deliveries to their owner only, filtered, and pages them', async () => {
    const { data } = await createWebhookEndpoint('/one')
    await createWebhookEndpoint('/two')
    for (let sequence = 1; sequence <= 3; sequence += 1) await announce({ sequence })
    await receiver.waitFor('/one', 3)
    await receiver.waitFor('/two', 3)
    await test.settled()
    expect((await deliveries()).meta.total).toBe(6)
    const page = await deliveries({ endpoint: data.id, status: 'succeeded', per_page: '2', page: '2' })
    expect(page.meta).toMatchObject({ total: 3, last_page: 2 })
    expect(page.data).toHaveLength(1)
    expect((await deliveries({ endpoint: randomUUID() })).data).toEqual([])
    const other = await test.signUp()
    const theirs = await test.request('listWebhookDeliveries', { params: { agent } }, { cookie: other.cookie })
    expect(theirs.status).toBe(403)
  })
})
