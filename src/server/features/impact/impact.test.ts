import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases, silentLog } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { searchedAnswers } from './concerned-queries.ts'
import { impactHandler } from './find-impact.job.ts'
import { pruneImpacts } from './index.ts'

const BREAKFAST = 'Breakfast is served from 7:00 to 10:30 in the garden room.'
const POOL = 'The pool opens at 8:00 and closes at 20:00.'
const DAY_MS = 86_400_000

describe.each(databases())('what becomes of answers on $name', (database) => {
  let model: Receiver
  let test: TestApp
  let owner: Owner
  let agent: string
  let breakfast: string
  let pool: string
  let theirModel: string
  let later = 0

  beforeAll(async () => {
    model = await createReceiver(() => {
      const message = { role: 'assistant', content: 'At seven. [[1]]' }
      const body = { id: '1', object: 'chat.completion', created: 1, model: 'theirs' }
      const choices = [{ index: 0, finish_reason: 'stop', message }]
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, choices }),
      }
    })
    test = await createTestApp({
      database,
      now: () => Date.now() + later,
      env: { OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'theirs' },
    })
    owner = await test.signUp()
    theirModel = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'theirs')!.id
  })
  afterAll(async () => {
    await test.close()
    await model.close()
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
    breakfast = (await buildTextSource(test, owner, agent, BREAKFAST)).id
    pool = (await buildTextSource(test, owner, agent, POOL)).id
  })

  const key = async () => ({ key: await owner.key() })
  const ask = async (...said: string[]) => {
    const { id: conversation } = await buildConversation(test, owner, agent)
    for (const content of said) {
      await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, await key())
      await test.settled()
    }
    return conversation
  }
  const lastMessage = async (conversation: string) =>
    (await test.request('listMessages', { params: { agent, conversation } }, await key())).data.at(-1)!
  const create = (body: Input<'createImpact'>['body']) =>
    test.request('createImpact', { params: { agent }, body }, owner)
  const read = async (impact: string) => (await test.request('getImpact', { params: { agent, impact } }, owner)).data
  const impactOf = async (body: Input<'createImpact'>['body']) => {
    const started = await create(body)
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    await test.settled()
    return read(started.data.id)
  }
  const addCheck = async (question: string, cites: string | null = null) =>
    (await test.request('createCheck', { params: { agent }, body: { question, expects: 'answers', cites } }, owner))
      .data

  it('asks the answers that cite a source again as if it were gone, and leaves all as it is', async () => {
    const [first, second] = [await ask('When is breakfast served?'), await ask('When is breakfast?', 'And where?')]
    await ask('When does the pool open?')
    const check = await addCheck('When is breakfast served?')
    await addCheck('When does the pool open?')
    const impact = await impactOf({ without: [breakfast] })
    expect(impact).toMatchObject({ status: 'done', answers_90_days: 3, conversations_90_days: 2, total: 5, asked: 5 })
    const cited = await lastMessage(second)
    expect(impact.last_cited_at).toBe(cited.created_at)
    expect(impact.becomes.map(({ question }) => question)).toEqual([
      'And where?',
      'When is breakfast?',
      'When is breakfast served?',
    ])
    expect(impact.becomes[0]).toMatchObject({ message_id: cited.id, conversation_id: second })
    expect(impact.becomes[0]!.before!.reply).toBe(cited.content)
    for (const { before, after, verdict } of impact.becomes) {
      expect([before!.decision, before!.citations[0]!.source_id]).toEqual(['answered', breakfast])
      expect([after!.decision, after!.citations, verdict]).toEqual(['unknown', [], 'changed'])
    }
    expect(impact.checks).toMatchObject([{ change: null }, { check_id: check.id, change: 'broke' }])
    expect((await lastMessage(await ask('When is breakfast served?'))).content).toContain('7:00')

    await test.request('deleteConversation', { params: { agent, conversation: first } }, await key())
    await test.settled()
    expect((await read(impact.id)).becomes).toHaveLength(2)
  })

  it('says that an answer stays where another source says the same, and where none is cited', async () => {
    await buildTextSource(test, owner, agent, BREAKFAST)
    const conversation = await ask('When is breakfast served?')
    const cited = (await test.request('getSourceContent', { params: { agent, source: breakfast } }, owner)).data
    expect(cited.cited_90_days).toBe(1)
    const { becomes } = await impactOf({ without: [breakfast] })
    expect(becomes).toMatchObject([{ conversation_id: conversation, verdict: 'same' }])
    expect(becomes[0]!.after!.citations[0]!.source_id).not.toBe(breakfast)
    expect(await impactOf({ without: [pool] })).toMatchObject({ answers_90_days: 0, last_cited_at: null, becomes: [] })
  })

  it('asks everything that was searched for again with another threshold', async () => {
    await ask('When is breakfast served?')
    const unsure = await ask('What does breakfast in the garden room cost on 24 December?')
    const { becomes, last_cited_at, answers_90_days } = await impactOf({ threshold: 'bold' })
    expect([answers_90_days, last_cited_at]).toEqual([2, null])
    const verdicts = new Map(becomes.map(({ conversation_id, verdict }) => [conversation_id, verdict]))
    const before = await lastMessage(unsure)
    await test.request('updateAgentSettings', { params: { agent }, body: { threshold: 'bold' } }, owner)
    const after = await lastMessage(await ask('What does breakfast in the garden room cost on 24 December?'))
    expect(verdicts.get(unsure)).toBe(before.content === after.content ? 'same' : 'changed')
    expect([...verdicts.values()]).toContain('same')
  })

  it('asks no provider, and says only what the evidence shows', async () => {
    const cites = await addCheck('When is breakfast served?', breakfast)
    await addCheck('When does the pool open?', breakfast) // it fails already, as another source answers it
    await addCheck('When does the pool open?')
    await test.request('createCheckRun', { params: { agent }, body: {} }, owner)
    await test.settled()
    const useModel = (model_id: string) =>
      key().then((caller) => test.request('updateAgent', { params: { agent }, body: { model_id } }, caller))
    const builtIn = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'baton-built-in')!.id
    await ask('When does the pool open?')
    await useModel(theirModel)
    await ask('When is breakfast served?')
    const asked = model.received.length
    const gone = await impactOf({ without: [breakfast] })
    expect(gone.becomes).toMatchObject([{ before: { reply: 'At seven.' }, after: null, verdict: 'changed' }])
    expect(gone.checks).toMatchObject([{ check_id: cites.id, change: 'broke' }])
    const verdicts = async (body: Input<'createImpact'>['body']) =>
      (await impactOf(body)).becomes.map(({ verdict }) => verdict)
    expect(await verdicts({ threshold: 'bold' })).toEqual(['same', 'same'])
    expect(await verdicts({ model: builtIn })).toEqual(['changed', 'same'])
    await useModel(builtIn)
    expect(await verdicts({ model: theirModel })).toEqual(['unknown', 'unknown'])
    expect(model.received.length).toBe(asked)
  })

  it('goes on where it was cut off', async () => {
    for (let number = 0; number < 3; number += 1) await ask('When is breakfast served?')
    const { data } = await create({ without: [breakfast] })
    const payload = { impactId: data.id, agentId: agent }
    const { run, failed } = impactHandler({ ...test.deps, log: silentLog })
    const stopped = AbortSignal.abort(new Error('The server stops.'))
    await expect(run(payload, { signal: stopped, attempt: 1 })).rejects.toThrow('The server stops.')
    await run(payload, { signal: new AbortController().signal, attempt: 2 })
    await test.settled()
    const impact = await read(data.id)
    expect(impact).toMatchObject({ status: 'done', total: 3, asked: 3 })
    expect(impact.becomes).toHaveLength(3)
    await failed!(payload, new Error('The worker is gone.'))
    expect(await read(data.id)).toEqual(impact)
  })

  it('stops where another run has ended it meanwhile', async () => {
    await ask('When is breakfast served?')
    const { data } = await create({ without: [breakfast] })
    await test.settled()
    const { database, knowledge } = test.deps
    const change = (changes: object) =>
      database.transaction((tx) => tx.updateTable('impacts').set(changes).where('id', '=', data.id).execute())
    await change({ step: 'asking' })
    await database.transaction((tx) =>
      tx.updateTable('impact_answers').set({ verdict: null }).where('impact_id', '=', data.id).execute(),
    )
    let searches = 0
    const search: typeof knowledge.search = async (query) => {
      searches += 1
      await change({ step: 'failed' })
      if (searches > 9) throw new Error('It goes on without end.')
      return knowledge.search(query)
    }
    const { run } = impactHandler({ ...test.deps, knowledge: { ...knowledge, search }, log: silentLog })
    await run({ impactId: data.id, agentId: agent }, { signal: new AbortController().signal, attempt: 2 })
    expect((await read(data.id)).status).toBe('failed')
  })

  it('counts an answer once whose conversation is closed while answers are gathered', async () => {
    const conversation = await ask('When is breakfast served?')
    const close = { params: { agent, conversation }, body: { status: 'closed' } } as const
    let isClosed = false
    const db = test.deps.database.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isClosed) {
          isClosed = true
          const caller = await key()
          await test.request('updateConversation', close, caller)
        }
        return result
      },
    })
    const found = await searchedAnswers(db, agent, 0)
    expect(found.map(({ conversation_id }) => conversation_id)).toEqual([conversation])
  })

  it('is found out of a disabled agent too, and forgotten after a day', async () => {
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, owner)
    const { id } = await impactOf({ without: [breakfast] })
    later = DAY_MS + 1_000
    const old = await test.request('getImpact', { params: { agent, impact: id } }, owner)
    await pruneImpacts(test.deps)
    later = 0
    expect(old.status).toBe(404)
    expect((await test.request('getImpact', { params: { agent, impact: id } }, owner)).status).toBe(404)
  })

  it('refuses what is no change, and what is elsewhere', async () => {
    const field = async (body: object) => {
      const answer = await create(body)
      expect(answer.status).toBe(422)
      return answer.body.error.details[0].field
    }
    expect(await field({})).toBe('without')
    expect(await field({ without: [] })).toBe('without')
    expect(await field({ without: [breakfast], threshold: 'bold' })).toBe('threshold')
    expect(await field({ model: crypto.randomUUID() })).toBe('model')
    const { id: other } = await buildAgent(test, owner)
    const elsewhere = await buildTextSource(test, owner, other, POOL)
    expect(await field({ without: [breakfast, elsewhere.id] })).toBe('without')
    const { data } = await create({ without: [breakfast] })
    expect((await test.request('getImpact', { params: { agent: other, impact: data.id } }, owner)).status).toBe(404)
    await test.settled()
  })
})
