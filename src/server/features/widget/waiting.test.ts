import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { changeVisitor } from './queries.ts'

const MINUTE_MS = 60_000

describe.each(databases())('what a visitor who waits is told on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let who: { key: string }
  let clock = Date.parse('2026-11-27T10:00:00Z') // a Friday

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => clock })
    owner = await test.signUp()
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { plan: 'premium' } as never }, owner)
    await be('available')
    agent = (await buildAgent(test, owner, { name: 'Museum shop' })).id
    const body = { human_intervention: true }
    await test.request('updateAgent', { params: { agent }, body }, { key: await owner.key() })
    who = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
  })
  afterAll(() => test.close())

  const params = () => ({ organization: owner.organizationId })
  const be = (availability: 'available' | 'away') =>
    test.request('updateOwnMember', { params: params(), body: { availability } }, owner)
  const hours = (working_hours: object) =>
    test.request('updateOrganization', { params: params(), body: { time_zone: 'Europe/Berlin', working_hours } }, owner)
  const conversation = async () => (await test.request('readVisit', { query: {} }, who)).data.conversation!

  it('is nothing until people have the conversation', async () => {
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'Hello' } }, who)
    await test.settled()
    expect(await conversation()).toMatchObject({ waiting: null, person: null })
  })

  it('is since when, and the usual minutes once twenty conversations were answered', async () => {
    await test.request('askForPerson', {}, who)
    const { items } = (await test.request('readVisit', { query: {} }, who)).data
    const said = items.flatMap((item) => ('message' in item ? item.message.content : []))
    expect(said.at(-1)).toBe('A person will take over from here. An answer comes as soon as somebody is free.')
    expect(Date.parse((await conversation()).waiting!.since) - clock).toBeLessThan(100)
    const facts = (at: number) => ({
      id: randomUUID(),
      conversation_id: null,
      organization_id: owner.organizationId,
      agent_id: agent,
      origin: 'widget' as const,
      started_at: clock - MINUTE_MS,
      is_new_visitor: 1 as const,
      reply_ms: at < 10 ? MINUTE_MS : 492_000,
    })
    const insert = (rows: object[]) =>
      test.deps.database.transaction((tx) =>
        tx
          .insertInto('conversation_facts')
          .values(rows as never)
          .execute(),
      )
    // What was answered outside of working hours before any had passed says nothing of how long visitors wait.
    const untimed = { ...facts(0), reply_ms: 0 }
    await insert([untimed, ...Array.from({ length: 19 }, (_, at) => facts(at))])
    expect((await conversation()).waiting).toMatchObject({ usual_minutes: null, back_at: null })
    await insert([facts(20)])
    expect((await conversation()).waiting).toMatchObject({ usual_minutes: 8, back_at: null })
    await be('away')
    expect((await conversation()).waiting).toMatchObject({ usual_minutes: null, back_at: null })
    await be('available')
  })

  it('is when the team works again, outside of its hours', async () => {
    await hours({ monday: { from: '09:00', to: '17:00' }, friday: { from: '09:00', to: '10:30' } })
    expect((await conversation()).waiting).toMatchObject({ usual_minutes: null, back_at: '2026-11-30T08:00:00.000Z' })
    await hours({})
  })

  it('is told to the team as gone once they have had the chat open and for a minute have not', async () => {
    const ids = { agent, conversation: (await conversation()).id }
    const hasLeft = async () => (await test.request('listThread', { params: ids, query: {} }, owner)).data.has_left
    expect(await hasLeft()).toBe(false) // nobody has seen them come or go
    const [{ id }] = (await test.deps.database.read
      .selectFrom('visitors')
      .select('id')
      .where('agent_id', '=', agent)
      .execute()) as [{ id: string }]
    await test.deps.database.transaction((tx) => changeVisitor(tx, id, { seen_at: clock }))
    expect(await hasLeft()).toBe(false)
    clock += MINUTE_MS
    expect(await hasLeft()).toBe(true)
    await test.deps.database.transaction((tx) => changeVisitor(tx, id, { seen_at: clock }))
    expect(await hasLeft()).toBe(false)
  })

  it('is who has written since people took over, until the AI has it again', async () => {
    const ids = { agent, conversation: (await conversation()).id }
    const { data } = await test.request('listThread', { params: ids, query: {} }, owner)
    const body = { content: 'Hello from us.', seen_position: data.last_position! }
    expect((await test.request('replyToVisitor', { params: ids, body }, owner)).status).toBe(201)
    const { waiting, person } = await conversation()
    expect(waiting).toBeNull()
    expect(person).toEqual({ name: expect.any(String) as string, initials: expect.any(String) as string })
    clock += MINUTE_MS
    await test.request('giveBack', { params: ids, body: {} }, owner)
    expect(await conversation()).toMatchObject({ waiting: null, person: null })
  })
})
