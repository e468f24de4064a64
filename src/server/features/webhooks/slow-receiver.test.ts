import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../db/ids.ts'
import { tellListeners } from '../../events/emit.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { insertEndpoint } from './queries.ts'
import { sampleAnnouncement } from './sample-event.ts'

const ENDPOINTS = 100 // which a machine that runs all tests at once serves in the 14 seconds below
const BACKLOG = 200
const HANGING = 120 // more than the job slots of earlier versions, and more than the sockets per host

describe.each(databases())('receivers that hang, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let receiver: Receiver
  let hanging: Receiver
  beforeAll(async () => {
    receiver = await createReceiver()
    hanging = await createReceiver(({ path }) => ({ hang: path !== '/answers' }))
    test = await createTestApp({ database, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
    owner = await test.signUp()
  })
  afterAll(async () => {
    await Promise.all([receiver.close(), hanging.close()])
    await test.close()
  })

  /** Inserts endpoints into the database directly, past an agent's limit. */
  const insertEndpoints = (agentId: string, urls: string[]) =>
    test.deps.database.transaction(async (tx) => {
      for (const url of urls)
        await insertEndpoint(tx, {
          id: newId(),
          agent_id: agentId,
          url,
          events: '["public_api_message_created"]',
          secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
          is_active: 1,
          failing_since: null,
          created_at: Date.now(),
          deleted_at: null,
        })
    })

  const announce = (agentId: string) =>
    test.deps.database.transaction((tx) =>
      tellListeners(test.deps, tx, owner.organizationId, {
        event: { type: 'action.updated', agent_id: agentId },
        announcement: sampleAnnouncement(agentId, 'public_api_message_created', 1),
      }),
    )

  it('delay neither others on their own host nor those elsewhere, however many they are', async () => {
    const agent = await buildAgent(test, owner)
    const paths = Array.from({ length: HANGING }, (_, number) => `/hangs/${number}`)
    await insertEndpoints(
      agent.id,
      paths.map((path) => hanging.url + path),
    )
    await announce(agent.id)
    for (const path of paths) await hanging.waitFor(path, 1, 14_000) // before any of them times out
    const another = await buildAgent(test, owner)
    await insertEndpoints(another.id, [`${hanging.url}/answers`, `${receiver.url}/elsewhere`])
    await announce(another.id)
    await hanging.waitFor('/answers', 1, 14_000)
    await receiver.waitFor('/elsewhere', 1, 14_000)
    const timedOut = await test.deps.database.read
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('agent_id', '=', agent.id)
      .where('attempt_count', '>', 0)
      .execute()
    expect(timedOut).toEqual([])
  })

  it('delay none of many others', async () => {
    const agent = await buildAgent(test, owner)
    const others = Array.from({ length: ENDPOINTS - 1 }, () => `${receiver.url}/many`)
    await insertEndpoints(agent.id, [`${hanging.url}/`, ...others])
    await announce(agent.id)
    await receiver.waitFor('/many', ENDPOINTS - 1, 14_000) // before the endpoint that hangs times out
    expect(hanging.at('/')).toHaveLength(1)
  })

  it('delay nobody with all that waits for them', async () => {
    const slow = await buildAgent(test, owner)
    await insertEndpoints(slow.id, [`${hanging.url}/backlog`])
    for (let count = 0; count < BACKLOG; count += 1) await announce(slow.id)
    const quick = await buildAgent(test, owner)
    await insertEndpoints(quick.id, [`${receiver.url}/quick`])
    const waits = []
    for (let count = 1; count <= 5; count += 1) {
      const started = performance.now()
      await announce(quick.id)
      await receiver.waitFor('/quick', count)
      waits.push(performance.now() - started)
    }
    expect(waits.sort((one, other) => one - other)[2]).toBeLessThan(5_000)
    expect(hanging.at('/backlog').length).toBeLessThanOrEqual(8)
  })
})
