import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { waitHandler } from '../alerts/look-at-wait.job.ts'
import { wakeHandler } from '../conversations/wake.job.ts'

const MINUTE_MS = 60_000

describe.each(databases())('who is told of a visitor who waits on $name', (database) => {
  let test: TestApp
  let clock = Date.now()
  let owner: Owner
  let grace: Owner
  let linus: Owner
  let visitor: { key: string }
  let params: { agent: string; conversation: string }

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, now: () => clock })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    grace = await buildMember(test, owner, 'responder')
    linus = await buildMember(test, owner, 'responder')
    await test.request('updateOrganization', { params: organization(), body: { plan: 'premium' } as never }, owner)
    const { id: agent } = await buildAgent(test, owner)
    const body = { human_intervention: true }
    await test.request('updateAgent', { params: { agent }, body }, { key: await owner.key() })
    visitor = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'Where is my parcel?' } }, visitor)
    const { conversation } = (await test.request('readVisit', { query: {} }, visitor)).data
    params = { agent, conversation: conversation!.id }
  })

  const organization = () => ({ organization: owner.organizationId })
  const assign = (to: Owner | null) =>
    test.request('assignConversation', { params, body: { assignee: to?.userId ?? null } }, { cookie: owner.cookie })
  const told = async ({ cookie }: Owner) => {
    const { data } = await test.request('listNotifications', { params: organization(), query: {} }, { cookie })
    return data.items.map(({ kind, excerpt }) => [kind, excerpt])
  }
  const row = () =>
    test.deps.database.read
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', params.conversation)
      .executeTakeFirstOrThrow()
  /** Takes the first look at the wait, a minute after it began. */
  const firstLook = async () => {
    clock += MINUTE_MS
    const { waiting_since: since } = await row()
    await waitHandler(test.deps).run({ conversationId: params.conversation, since: since!, step: 0 }, {} as never)
  }

  it('is the member whose conversation the AI hands over', async () => {
    await assign(grace)
    await test.request('askForPerson', {}, visitor)
    await firstLook()
    expect(await told(grace)).toEqual([
      ['visitor_wrote', 'Where is my parcel?'],
      ['assigned', 'Where is my parcel?'],
    ])
    expect(await told(linus)).toEqual([])
  })

  it('is everybody available once the conversation is nobody’s again, but who has let it go', async () => {
    await test.request('askForPerson', {}, visitor)
    await assign(grace)
    await assign(null)
    expect(await told(linus)).toEqual([]) // the first look at the wait is still to come
    await assign(grace)
    await firstLook()
    expect(await told(linus)).toEqual([])
    await assign(null)
    expect(await told(linus)).toEqual([['waiting', 'Where is my parcel?']])
    expect((await told(grace)).filter(([kind]) => kind === 'waiting')).toHaveLength(1)
    expect(await told(owner)).toEqual([])
  })

  it('is everybody available once a snooze ends that nobody’s conversation had', async () => {
    await test.request('askForPerson', {}, visitor)
    const until = clock + 60 * MINUTE_MS
    const body = { until: new Date(until).toISOString() }
    expect((await test.request('snoozeConversation', { params, body }, { cookie: owner.cookie })).status).toBe(200)
    await firstLook()
    expect(await told(linus)).toEqual([])
    clock = until
    await wakeHandler(test.deps).run({ conversationId: params.conversation, until }, {} as never)
    for (const member of [owner, grace, linus]) expect(await told(member)).toEqual([['waiting', 'Where is my parcel?']])
  })
})
