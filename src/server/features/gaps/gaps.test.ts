import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { selectOpenGaps } from './queries.ts'

const OPENING = 'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00.'

describe.each(databases())('gaps on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string

  beforeAll(async () => {
    test = await createTestApp({ database })
    owner = await test.signUp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, OPENING)
  })

  const key = async () => ({ key: await owner.key() })
  /** Has a visitor ask, each question after the reply to the one before. */
  const ask = async (
    questions: string[],
    { visitor = crypto.randomUUID() as string, caller = undefined as object | undefined } = {},
  ) => {
    const { id } = await buildConversation(test, owner, agent, { chat_user_id: visitor })
    for (const content of questions) {
      const params = { agent, conversation: id }
      const answer = await test.request('sendMessage', { params, body: { content } }, caller ?? (await key()))
      expect(answer.status).toBe(201)
      await test.settled()
    }
    const closing = { params: { agent, conversation: id }, body: { status: 'closed' } } as const
    await test.request('updateConversation', closing, await key()) // so that the visitor can begin another
    return id
  }
  const list = async (query: Input<'listGaps'>['query'] = {}) =>
    (await test.request('listGaps', { params: { agent }, query }, owner)).data
  const get = (gap: string, caller = owner) => test.request('getGap', { params: { agent, gap } }, caller)
  const set = (gap: string, state: 'open' | 'taught' | 'dismissed', caller = owner) =>
    test.request('updateGap', { params: { agent, gap }, body: { state } }, caller)
  const remove = async (conversation: string) =>
    test.request('deleteConversation', { params: { agent, conversation } }, await key())

  it('are asked again after each training, and leave the list once they are answered', async () => {
    await ask(['Can I bring my dog?'])
    await ask(['Which planets have rings?'])
    // This one was answered, but not to the visitor's content: that it is answered again says nothing.
    await ask(['When does the pool open?', 'A person please'])
    expect((await list()).length).toBe(3)
    await buildTextSource(test, owner, agent, 'You can bring your dog for 15 euros a night.')
    await test.settled()
    expect((await list()).map(({ question }) => question).sort()).toEqual([
      'When does the pool open?',
      'Which planets have rings?',
    ])
    const now = await test.request('listGaps', { params: { agent }, query: { state: 'answered_now' } }, owner)
    expect(now.data).toMatchObject([{ question: 'Can I bring my dog?', state: 'answered_now' }])
    expect(now.body.meta.total).toBe(1)
    const all = await test.request('listGaps', { params: { agent }, query: {} }, owner)
    expect(all.body.meta.total).toBe(2)
  })

  it('are asked again the shortest first, and none of a model that somebody pays', async () => {
    await ask(['Which planets of our own solar system have rings?'])
    await ask(['Can I bring my dog?'])
    const dogs = (await list()).find(({ question }) => question.includes('dog'))!
    expect(await selectOpenGaps(test.deps.database.read, agent, 1)).toMatchObject([{ id: dogs.id }])
    const paid = vi.spyOn(test.deps.models, 'asksProvider').mockReturnValue(true)
    await buildTextSource(test, owner, agent, 'You can bring your dog for 15 euros a night.')
    await test.settled()
    paid.mockRestore()
    expect(await list()).toHaveLength(2)
    await buildTextSource(test, owner, agent, 'Dogs sleep in the garden house.')
    await test.settled()
    expect((await list()).map(({ question }) => question)).toEqual([
      'Which planets of our own solar system have rings?',
    ])
  })

  it('gather what is refused, by what it means', async () => {
    const first = await ask(['Can I bring my dog?', 'When does the pool open?'], { visitor: 'ana' })
    await ask(['Can I bring my dog with me?', 'May I bring my dog?'], { visitor: 'ana' })
    await ask(['Which planets have rings?'])
    const [dogs, planets, ...others] = await list()
    expect(others).toEqual([])
    expect(dogs).toMatchObject({ count: 3, visitors: 1, conversations: 2, state: 'open' })
    expect(dogs!.question).toContain('dog')
    expect(planets).toMatchObject({ question: 'Which planets have rings?', count: 1, visitors: 1, conversations: 1 })
    expect((await list({ sort: 'last' })).map(({ count }) => count)).toEqual([1, 3])
    const { data } = await get(dogs!.id)
    expect(data.messages.map(({ question }) => question)).toEqual([
      'May I bring my dog?',
      'Can I bring my dog with me?',
      'Can I bring my dog?',
    ])
    expect(data.messages[2]!.conversation_id).toBe(first)
    expect([data.first_at, data.last_at]).toEqual([data.messages[2]!.asked_at, data.messages[0]!.asked_at])
  })

  it('have states, and are open again when asked and refused again', async () => {
    await ask(['Can I bring my dog?'])
    const { id } = (await list())[0]!
    for (const state of ['dismissed', 'taught'] as const) {
      expect((await set(id, state)).data).toMatchObject({ id, state })
      expect([(await list({ state: 'open' })).length, (await list({ state })).length]).toEqual([0, 1])
      await ask(['Can I bring my dog with me?'])
      expect((await list({ state: 'open' })).length).toBe(1)
    }
    const wrong = await set(id, 'done' as 'open')
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'state'])
  })

  it('hold what was answered before a person was asked for at once', async () => {
    await ask(['When does the pool open?', 'I want to talk to a person'])
    expect(await list()).toMatchObject([{ question: 'When does the pool open?', count: 1 }])
    await ask(['When is breakfast served?', 'Thank you', 'I want to talk to a person'])
    expect((await list()).length).toBe(1)
  })

  it('hold what visitors rated bad, as an answer or at the end, once', async () => {
    const visit = await test.request('startVisit', { params: { agent }, body: {} })
    const who = { key: visit.data.token }
    const write = async (content: string) => {
      await test.request('writeMessage', { body: { id: crypto.randomUUID(), content } }, who)
      await test.settled()
      const { conversation, items } = (await test.request('readVisit', { query: {} }, who)).data
      const messages = items.flatMap((item) => ('message' in item ? [item.message] : []))
      return { conversation: conversation!.id, reply: messages.at(-1)!.id }
    }
    const rate = async (score: 'good' | 'bad', message_id?: string) => {
      expect((await test.request('rate', { body: { score, message_id } }, who)).status).toBe(200)
      await test.settled()
      return (await list()).map(({ question, count, state }) => ({ question, count, state }))
    }
    const { reply } = await write('When does the pool open?')
    expect(await rate('good', reply)).toEqual([])
    const pool = { question: 'When does the pool open?', count: 1, state: 'open' }
    expect(await rate('bad', (await write('Hello')).reply)).toEqual([])
    const reason = (reason: 'action' | null) =>
      test.deps.database.transaction((tx) =>
        tx.updateTable('receipts').set({ reason }).where('message_id', '=', reply).execute(),
      )
    await reason('action') // as if the AI had offered a form
    expect(await rate('bad', reply)).toEqual([])
    await reason(null)
    expect(await rate('bad', reply)).toEqual([pool])
    expect(await rate('bad', reply)).toEqual([pool])
    const { conversation } = await write('When is breakfast served?')
    const closing = { params: { agent, conversation }, body: { status: 'closed' } } as const
    await test.request('updateConversation', closing, await key())
    expect(await rate('bad')).toEqual(
      expect.arrayContaining([pool, { question: 'When is breakfast served?', count: 1, state: 'open' }]),
    )
  })

  it('count nothing that members ask to try the agent', async () => {
    const { data } = await test.request('createSessionToken', { body: {} }, { cookie: owner.cookie })
    await ask(['Can I bring my dog?'], { caller: { key: data.token } })
    expect(await list()).toEqual([])
  })

  it('lose the questions of deleted conversations, and go with the last', async () => {
    const [first, second] = [await ask(['Can I bring my dog?']), await ask(['Can I bring my dog with me?'])]
    await remove(first)
    const [gap] = await list()
    expect(gap).toMatchObject({ question: 'Can I bring my dog with me?', count: 1, visitors: 1, conversations: 1 })
    expect((await get(gap!.id)).data.messages.map(({ conversation_id }) => conversation_id)).toEqual([second])
    await remove(second)
    expect([await list(), (await get(gap!.id)).status]).toEqual([[], 404])
    await ask(['Can I bring my dog?'])
    expect(await list()).toMatchObject([{ count: 1 }])
  })

  it('count a visitor once who signs in, before and after what they asked and left', async () => {
    await test.request('updateAgentSettings', { params: { agent }, body: { identity_mode: 'optional' } }, owner)
    const { secret } = (await test.request('createIdentitySecret', { params: { agent } }, owner)).data
    const identity_token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('ana')
      .setAudience(agent)
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(secret))
    const visit = async (body: { token?: string; identity_token?: string }) =>
      (await test.request('startVisit', { params: { agent }, body })).data.token
    const write = async (token: string, content: string) => {
      await test.request('writeMessage', { body: { id: crypto.randomUUID(), content } }, { key: token })
      await test.settled()
    }
    const anonymous = await visit({})
    await write(anonymous, 'Can I bring my dog?')
    const signedIn = await visit({ token: anonymous, identity_token })
    await write(signedIn, 'May I bring my dog?')
    expect(await list()).toMatchObject([{ count: 2, visitors: 1, conversations: 1 }])
    await ask(['Can I bring my dog with me?'])
    expect(await list()).toMatchObject([{ count: 3, visitors: 2, conversations: 2 }])
    const rows = test.deps.database.read.selectFrom('conversations').select('id').where('agent_id', '=', agent)
    const { id } = await rows.where('origin', '=', 'widget').executeTakeFirstOrThrow()
    await remove(id)
    expect(await list()).toMatchObject([{ count: 1, visitors: 1, conversations: 1 }])
  })

  it('are one when the same is asked many times at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        buildConversation(test, owner, agent, { chat_user_id: `v${index}` }),
      ),
    )
    await Promise.all(
      ids.map(async ({ id }) =>
        test.request(
          'sendMessage',
          { params: { agent, conversation: id }, body: { content: 'Can I bring my dog?' } },
          await key(),
        ),
      ),
    )
    await test.settled()
    expect(await list()).toMatchObject([{ count: 6, visitors: 6, conversations: 6 }])
  })

  it('are dismissed by admins, read by responders, and nobody else’s', async () => {
    await ask(['Can I bring my dog?'])
    const { id } = (await list())[0]!
    const responder = await buildMember(test, owner, 'responder')
    expect((await get(id, responder)).status).toBe(200)
    expect((await set(id, 'dismissed', responder)).body.error.code).toBe('forbidden')
    expect((await set(id, 'dismissed', await buildMember(test, owner, 'admin'))).status).toBe(200)
    const other = (await buildAgent(test, owner, { name: 'Other' })).id
    expect((await test.request('getGap', { params: { agent: other, gap: id } }, owner)).status).toBe(404)
    const told = test.deps.database.read.selectFrom('events').select('type').where('agent_id', '=', agent)
    expect((await told.execute()).filter(({ type }) => type === 'gap.updated').length).toBe(2)
  })
})
