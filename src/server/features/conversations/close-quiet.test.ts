import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { closeQuietConversations } from './close-quiet.ts'

const HOUR_MS = 60 * 60 * 1000

describe.each(databases())('quiet conversations on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let late = 0

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => Date.now() + late })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(() => test.close())

  const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, owner)
  const write = (who: { key: string }) =>
    test.request('writeMessage', { body: { id: randomUUID(), content: 'Hello' } }, who)
  const read = async (who: { key: string }) => (await test.request('readVisit', { query: {} }, who)).data
  async function begin() {
    const who = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
    await write(who)
    await test.settled()
    return who
  }

  it('are closed by the system after the hours of their agent, and reopened by the visitor', async () => {
    const who = await begin()
    late += 23 * HOUR_MS
    await closeQuietConversations(test.deps)
    expect((await read(who)).conversation?.status).toBe('open')
    late += 2 * HOUR_MS
    await settings({ close_quiet_hours: null })
    await closeQuietConversations(test.deps)
    expect((await read(who)).conversation?.status).toBe('open')
    await settings({ close_quiet_hours: 24 })
    const outward = () =>
      test.deps.database.read
        .selectFrom('conversations')
        .select('webhook_sequence')
        .select((all) =>
          all
            .selectFrom('mails')
            .select((one) => one.fn.countAll().as('count'))
            .as('mails'),
        )
        .where('agent_id', '=', agent)
        .executeTakeFirstOrThrow()
    const before = await outward()
    await closeQuietConversations(test.deps)
    const { conversation, items } = await read(who)
    expect(conversation?.status).toBe('closed')
    expect(await outward()).toEqual(before) // no webhook and no mail tells of it
    expect(items.at(-1)).toMatchObject({ event: { type: 'closed', author: null } })
    await write(who)
    expect((await read(who)).conversation?.status).toBe('open')
    await test.settled()
  })

  it('stay open while their visitor is unanswered, or people have them', async () => {
    const [unanswered, withPeople] = [await begin(), await begin()]
    const change = (id: string, changes: object) =>
      test.deps.database.transaction((tx) =>
        tx.updateTable('conversations').set(changes).where('id', '=', id).execute(),
      )
    await change((await read(unanswered)).conversation!.id, { waiting_since: Date.now() })
    await change((await read(withPeople)).conversation!.id, { response_mode: 'human' })
    late += 30 * HOUR_MS
    await closeQuietConversations(test.deps)
    for (const who of [unanswered, withPeople]) expect((await read(who)).conversation?.status).toBe('open')
  })

  it.each(['public_api', 'email'] as const)('stay open where they are held by %s', async (origin) => {
    const id = (await read(await begin())).conversation!.id
    await test.deps.database.transaction((tx) =>
      tx.updateTable('conversations').set({ origin }).where('id', '=', id).execute(),
    )
    late += 30 * HOUR_MS
    await closeQuietConversations(test.deps)
    const row = test.deps.database.read.selectFrom('conversations').select('status').where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ status: 'open' })
  })

  it('are closed after 1 to 720 hours, or never', async () => {
    for (const close_quiet_hours of [0, 721, 1.5]) expect((await settings({ close_quiet_hours })).status).toBe(422)
    expect((await settings({ close_quiet_hours: 720 })).data.close_quiet_hours).toBe(720)
  })
})
