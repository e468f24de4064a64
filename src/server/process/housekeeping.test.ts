import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellListeners } from '../events/emit.ts'
import { sampleAnnouncement } from '../features/webhooks/sample-event.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { createReceiver, type Receiver } from '../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'
import { tidyUp } from './housekeeping.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases())('tidyUp on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let receiver: Receiver
  let time = Date.now()
  beforeAll(async () => {
    receiver = await createReceiver()
    test = await createTestApp({ database, env: { OUTBOUND_ALLOW: '127.0.0.1/32' }, now: () => time })
    owner = await test.signUp()
  })
  afterAll(async () => {
    await receiver.close()
    await test.close()
  })

  it('forgets events after 7 days and deliveries after 30, with their totals', async () => {
    const key = await owner.key()
    const agent = (await buildAgent(test, owner)).id
    const body = { url: `${receiver.url}/hook` }
    const caller = { key, headers: { 'idempotency-key': 'one' } }
    await test.request('createWebhookEndpoint', { params: { agent }, body }, caller)
    const announce = async () => {
      await test.deps.database.transaction((tx) =>
        tellListeners(test.deps, tx, owner.organizationId, {
          event: { type: 'action.updated', agent_id: agent },
          announcement: sampleAnnouncement(agent, 'public_api_message_created', 1),
        }),
      )
      await test.settled()
    }
    const total = async (status: 'succeeded' | 'failed') => {
      const query = { status }
      const list = await test.request('listWebhookDeliveries', { params: { agent }, query }, { cookie: owner.cookie })
      expect(list.body.data).toHaveLength(list.body.meta.total)
      return list.body.meta.total
    }
    const rows = async (table: 'events' | 'webhook_attempts' | 'idempotency_keys') =>
      (await test.deps.database.read.selectFrom(table).selectAll().execute()).length

    await announce()
    await announce()
    time += 8 * DAY_MS
    await tidyUp(test.deps)
    expect([await rows('events'), await rows('idempotency_keys'), await total('succeeded')]).toEqual([0, 0, 2])
    time += 20 * DAY_MS
    await announce()
    time += 3 * DAY_MS
    await tidyUp(test.deps)
    expect([await total('succeeded'), await total('failed'), await rows('webhook_attempts')]).toEqual([1, 0, 1])
    expect(await rows('events')).toBeGreaterThan(0)
  })

  it('forgets sessions that have ended, and failed sign-ins that count no more', async () => {
    const count = async (table: 'sessions' | 'sign_in_failures') =>
      (await test.deps.database.read.selectFrom(table).selectAll().execute()).length
    const body = { email: 'nobody@example.com', password: 'wrong password' }
    await test.request('signIn', { body })
    time += 14 * 60_000
    await tidyUp(test.deps)
    expect(await count('sign_in_failures')).toBe(3) // of the account here and anywhere, and of the network
    time += 2 * 60_000
    await tidyUp(test.deps)
    expect(await count('sign_in_failures')).toBe(0)
    expect(await count('sessions')).toBeGreaterThan(0)
    time += 31 * DAY_MS
    await tidyUp(test.deps)
    expect(await count('sessions')).toBe(0)
  })
})
