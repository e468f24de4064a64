import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases, silentLog } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember, buildTextSource } from '../../testing/factories.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { proveHandler } from './prove.job.ts'

const OPENING = 'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00.'
const ANSWER = 'Dogs are welcome for 15 euros a night.'

describe.each(databases())('teaching on $name', (database) => {
  let model: Receiver
  let modelStatus = 200
  let test: TestApp
  let owner: Owner
  let agent: string
  let opening: string

  beforeAll(async () => {
    const says = { id: '1', object: 'chat.completion', created: 1, model: 'theirs' }
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: ANSWER } }]
    const headers = { 'content-type': 'application/json' }
    model = await createReceiver(() => ({ status: modelStatus, headers, body: JSON.stringify({ ...says, choices }) }))
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'theirs' }
    test = await createTestApp({ database, env })
    owner = await test.signUp()
  })
  afterAll(async () => {
    await test.close()
    await model.close()
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
    opening = (await buildTextSource(test, owner, agent, OPENING)).id
  })

  const key = async () => ({ key: await owner.key() })
  const ask = async (content: string) => {
    const { id: conversation } = await buildConversation(test, owner, agent)
    await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, await key())
    await test.settled()
    return conversation
  }
  const reply = async (conversation: string) => {
    const { data } = await test.request('listMessages', { params: { agent, conversation } }, await key())
    return data.at(-1)!.content
  }
  const gap = async () => (await test.request('listGaps', { params: { agent }, query: {} }, owner)).data[0]!
  const teach = (body: Partial<Input<'teach'>['body']>, caller = owner) => {
    const whole = { question: 'Can I bring my dog?', answer: ANSWER, from: {}, ...body }
    return test.request('teach', { params: { agent }, body: whole }, caller)
  }
  const proofOf = async (proof: string, caller = owner) =>
    (await test.request('getProof', { params: { agent, proof } }, caller)).data
  const undo = (proof: string, caller = owner, body: Input<'undoProof'>['body'] = {}) =>
    test.request('undoProof', { params: { agent, proof }, body }, caller)
  const personsMessage = async (conversation: string) => {
    const body = { content: ANSWER }
    return (await test.request('sendHumanMessage', { params: { agent, conversation }, body }, await key())).data.id
  }

  it('proves what it was taught for a gap, and takes it back', async () => {
    await ask('Can I bring my dog?')
    await ask('Can I bring my dog with me?')
    const { id } = await gap()
    const started = await teach({ from: { gap: id } })
    expect(started.status).toBe(202)
    await test.settled()
    const proof = await proofOf(started.data.id)
    expect(proof).toMatchObject({ status: 'done', undone: false, problem: null, question: 'Can I bring my dog?' })
    expect(proof.results.map(({ question }) => question).sort()).toEqual([
      'Can I bring my dog with me?',
      'Can I bring my dog?',
    ])
    for (const { before, after, verdict } of proof.results) {
      expect([before!.decision, after!.decision, verdict]).toEqual(['unknown', 'answered', 'proved'])
      expect(after!.reply).toContain('15 euros')
      expect(after!.citations.map(({ source_id }) => source_id)).toEqual([proof.source_id])
    }
    expect(await gap()).toMatchObject({ state: 'taught' })
    expect((await test.request('getGap', { params: { agent, gap: id } }, owner)).data.proof_id).toBe(proof.id)
    expect(await reply(await ask('Can I bring my dog?'))).toContain('15 euros')
    const content = await test.request('getSourceContent', { params: { agent, source: proof.source_id! } }, owner)
    expect(content.data).toMatchObject({
      title: 'Can I bring my dog?',
      questions: [{ question: 'Can I bring my dog?', answer: ANSWER }],
      taught: { user_id: owner.userId, from: { gap: id } },
    })

    expect((await undo(proof.id)).status).toBe(202)
    await test.settled()
    const undone = await proofOf(proof.id)
    expect(undone).toMatchObject({ status: 'done', undone: true, source_id: null })
    for (const { after, verdict } of undone.results)
      expect([after!.decision, verdict]).toEqual(['unknown', 'still_unknown'])
    expect(await gap()).toMatchObject({ state: 'open' })
    expect((await undo(proof.id)).status).toBe(202)
    await test.settled()
    expect(await proofOf(proof.id)).toEqual(undone)
  })

  it('sends what was taught to those who asked and still wait, once and past nobody', async () => {
    const params = { agent }
    await test.request('updateAgent', { params, body: { human_intervention: true } }, await key())
    const asked = []
    for (let at = 0; at < 4; at += 1) asked.push(await ask('Can I bring my dog?'))
    const [first, second, answered, closed] = asked as [string, string, string, string]
    await test.request(
      'updateConversation',
      { params: { agent, conversation: closed }, body: { status: 'closed' } },
      await key(),
    )
    const { data } = await teach({ from: { gap: (await gap()).id } })
    await test.settled()
    const proof = await proofOf(data.id)
    expect(proof.waiting.map(({ conversation_id }) => conversation_id)).toEqual([first, second, answered])
    await personsMessage(answered) // by a key, so not by this member
    const conversations = [...proof.waiting, proof.waiting[0]!, { conversation_id: closed, position: '1.0' }].map(
      ({ conversation_id, position }) => ({ conversation_id, seen_position: position }),
    )
    const send = () => test.request('sendTaught', { params: { agent, proof: data.id }, body: { conversations } }, owner)
    expect((await send()).data.map(({ ok, code }) => (ok ? 'sent' : code))).toEqual([
      'sent',
      'sent',
      'resource_not_found',
      'reply_is_stale', // the first conversation once more, which has the answer already
      'resource_not_found',
    ])
    expect(await reply(first)).toBe(ANSWER)
    const thread = await test.request('listThread', { params: { agent, conversation: second }, query: {} }, owner)
    const last = thread.data.items.findLast(({ message }) => message)
    expect(last).toMatchObject({ message: { role: 'human', content: ANSWER }, author: { id: owner.userId } })
    expect((await proofOf(data.id)).waiting).toEqual([])
    expect((await send()).data.every(({ code }) => code === 'resource_not_found')).toBe(true)
  })

  it('sends nothing where the team has written since the member looked, nor once the source has changed', async () => {
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, await key())
    const conversation = await ask('Can I bring my dog?')
    const { data } = await teach({ from: { gap: (await gap()).id } })
    await test.settled()
    const { waiting, source_id } = await proofOf(data.id)
    const params = { agent, proof: data.id }
    const send = (position: string) => {
      const body = { conversations: [{ conversation_id: conversation, seen_position: position }] }
      return test.request('sendTaught', { params, body }, owner)
    }
    await personsMessage(conversation)
    await test.request('sendMessage', { params: { agent, conversation }, body: { content: 'Hello?' } }, await key())
    await test.settled()
    expect((await send(waiting[0]!.position)).data).toEqual([{ id: conversation, ok: false, code: 'reply_is_stale' }])
    const questions = [{ question: 'Can I bring my dog?', answer: 'No.' }]
    const source = { agent, source: source_id! }
    await test.request('updateSourceContent', { params: source, body: { version: 1, questions } }, owner)
    expect((await send('99.0')).body.error?.code).toBe('source_is_stale')
  })

  it('proposes what was not answered, and teaches it from a reply of the AI and from the playground', async () => {
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, await key())
    const conversation = await ask('When is breakfast served?')
    for (const content of ['Do you rent kayaks?', 'Hello?', 'It is for Saturday.', 'Can I talk to a person?']) {
      await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, await key())
      await test.settled()
    }
    const message = await personsMessage(conversation)
    const params = { agent, conversation, message }
    const { questions } = (await test.request('listTeachable', { params }, owner)).data
    expect(questions.map(({ content }) => content)).toEqual(['Do you rent kayaks?', 'It is for Saturday.'])

    const { data: messages } = await test.request('listMessages', { params: { agent, conversation } }, await key())
    const answer = messages.find(({ content }) => content.includes('garden room'))!
    const answered = await test.request('listTeachable', { params: { ...params, message: answer.id } }, owner)
    expect(answered.data.questions.map(({ content }) => content)).toEqual(['When is breakfast served?'])
    expect((await teach({ from: { conversation, message: answer.id } })).status).toBe(202)
    const { data } = await teach({ from: { playground: true } })
    await test.settled()
    const proof = await proofOf(data.id)
    const source = { agent, source: proof.source_id! }
    const content = await test.request('getSourceContent', { params: source }, owner)
    expect(content.data.taught!.from).toEqual({ playground: true })
  })

  it('teaches an agent that nobody has talked to yet, from the playground', async () => {
    const taught = await teach({ from: { playground: true } })
    expect(taught.status).toBe(202)
    await test.settled()
    expect(await proofOf(taught.data.id)).toMatchObject({ status: 'done', results: [{ verdict: 'proved' }] })
  })

  it('makes a dismissed gap a taught one', async () => {
    await ask('Can I bring my dog?')
    const { id } = await gap()
    await test.request('updateGap', { params: { agent, gap: id }, body: { state: 'dismissed' } }, owner)
    await teach({ from: { gap: id } })
    await test.settled()
    expect(await gap()).toMatchObject({ state: 'taught' })
  })

  it('asks a follow-up with what it goes on from, as the visitor did', async () => {
    const { id: conversation } = await buildConversation(test, owner, agent)
    await test.deps.database.transaction((tx) =>
      tx.updateTable('conversations').set({ chat_user_name: 'Ana Ruiz' }).where('id', '=', conversation).execute(),
    )
    for (const content of ['Do you rent surfboards?', 'And for how much?']) {
      await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, await key())
      await test.settled()
    }
    const question = 'Do you rent surfboards?\nAnd for how much?'
    const { id } = await gap()
    const whole = await test.request('getGap', { params: { agent, gap: id } }, owner)
    expect(whole.data.messages).toContainEqual(expect.objectContaining({ question, visitor_name: 'Ana Ruiz' }))
    const pair = { question: 'How much do surfboards cost?', answer: 'A surfboard is 25 euros a day.' }
    const started = await teach({ ...pair, from: { gap: id } })
    await test.settled()
    const { results } = await proofOf(started.data.id)
    const asked = results.find((one) => one.question === question)!
    expect([asked.verdict, asked.after!.reply]).toEqual(['proved', expect.stringContaining('25 euros')])
  })

  it('asks what the visitor asked whom a person answered, too', async () => {
    const conversation = await ask('Can I bring my dog?')
    const params = { agent, conversation }
    await test.request('sendMessage', { params, body: { content: 'And for two of them?' } }, await key())
    await test.settled()
    const message = await personsMessage(conversation)
    const pair = { question: 'Can I bring two dogs?', answer: 'Two dogs are 25 euros a night.' }
    const { data } = await teach({ ...pair, from: { conversation, message } })
    await test.settled()
    const { question, results } = await proofOf(data.id)
    expect(question).toBe('Can I bring two dogs?')
    expect(results.map((one) => [one.question.split('\n').at(-1), one.verdict])).toEqual([
      ['Can I bring two dogs?', 'proved'],
      ['And for two of them?', 'proved'],
    ])
  })

  it('changes an answer that is there, shows what else that changes, and puts the old one back', async () => {
    const pairs = [
      { question: 'Can I bring my dog?', answer: 'No, we are sorry.' },
      { question: 'Is there a sauna?', answer: 'The sauna is open until 22:00.' },
    ]
    const source = await test.request(
      'createSource',
      { params: { agent }, body: { type: 'qa', questions: pairs } },
      await key(),
    )
    const { id: source_id } = source.data as { id: string }
    await test.settled()
    const broken = { question: 'Can I bring a dog?', expects: 'answers' as const, facts: [['sorry']] }
    const check = await test.request('createCheck', { params: { agent }, body: broken }, owner)
    const earlier = await ask('Is there a sauna, and until when?')
    const conversation = await ask('Can I bring my dog?')
    const message = await personsMessage(conversation)
    const from = { conversation, message }
    const proof = await teach({ from, change: { source_id, pair: 0 } })
    await test.settled()
    const shown = await proofOf(proof.data.id)
    expect(shown.source_id).toBe(source_id)
    expect(shown.results[0]).toMatchObject({ question: 'Can I bring my dog?', verdict: 'proved' })
    expect(shown.results[1]).toMatchObject({ question: 'Is there a sauna, and until when?', verdict: 'cites_other' })
    expect(shown.checks).toMatchObject([{ check_id: check.data.id, change: 'broke' }])
    expect(shown.checks[0]!.before!.reply).toContain('sorry')
    expect(shown.checks[0]!.after!.reply).toContain('15 euros')
    await test.request('deleteConversation', { params: { agent, conversation: earlier } }, await key())
    await test.settled()
    expect((await proofOf(proof.data.id)).results.length).toBe(1)
    await undo(proof.data.id)
    await test.settled()
    expect(await reply(await ask('Can I bring my dog?'))).toContain('sorry')
    const content = await test.request('getSourceContent', { params: { agent, source: source_id } }, owner)
    expect(content.data.questions).toEqual(pairs)
  })

  it('changes no answer of a source that was changed since it was read', async () => {
    const pair = (question: string) => ({ question, answer: `This is the answer to “${question}”` })
    const body = { type: 'qa' as const, questions: [pair('Can I bring my dog?'), pair('Is there a sauna?')] }
    const { data } = await test.request('createSource', { params: { agent }, body }, await key())
    const { id: source_id } = data as { id: string }
    await test.settled()
    const params = { agent, source: source_id }
    const questions = body.questions.toReversed()
    await test.request('updateSourceContent', { params, body: { version: 1, questions } }, owner)
    await test.settled()
    const conversation = await ask('Can I bring my dog?')
    const from = { conversation, message: await personsMessage(conversation) }
    const stale = await teach({ from, change: { source_id, pair: 0, version: 1 } })
    expect([stale.status, stale.body.error?.code]).toEqual([409, 'source_is_stale'])
    const content = async () => (await test.request('getSourceContent', { params }, owner)).data
    expect((await content()).questions).toEqual(questions)
    expect((await teach({ from, change: { source_id, pair: 1, version: 2 } })).status).toBe(202)
    await test.settled()
    expect((await content()).questions![1]!.answer).toBe(ANSWER)
  })

  it('takes nothing back that was changed since', async () => {
    const conversation = await ask('Can I bring my dog?')
    const { data } = await teach({ from: { conversation, message: await personsMessage(conversation) } })
    await test.settled()
    const { source_id: source } = await proofOf(data.id)
    const questions = [{ question: 'Can I bring my dog?', answer: 'Only small dogs.' }]
    const params = { agent, source: source! }
    await test.request('updateSourceContent', { params, body: { version: 1, questions } }, owner)
    const refused = await undo(data.id)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'source_is_stale'])
    expect((await proofOf(data.id)).undone).toBe(false)
  })

  it('takes back with a provider’s model only what is agreed to cost credits', async () => {
    const conversation = await ask('Can I bring my dog?')
    const from = { conversation, message: await personsMessage(conversation) }
    const models = (await test.request('listModels', {}, owner)).data
    const theirs = models.find(({ slug }) => slug === 'theirs')!.id
    const builtIn = models.find(({ slug }) => slug !== 'theirs')!.id
    await test.request('updateAgent', { params: { agent }, body: { model_id: theirs } }, await key())
    const used = async () => {
      const params = { organization: owner.organizationId }
      return (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
    }
    const { data } = await teach({ from, credits: 2 })
    await test.settled()
    const before = await used()
    for (const body of [{}, { credits: 2 }]) {
      const refused = await undo(data.id, owner, body)
      expect([refused.status, refused.body.error.details]).toMatchObject([422, [{ field: 'credits' }]])
      expect(refused.body.error.details[0].message).toMatch(/must be 1,/)
    }
    expect(await proofOf(data.id)).toMatchObject({ undone: false, source_id: expect.any(String) })
    expect((await undo(data.id, owner, { credits: 1 })).status).toBe(202)
    await test.settled()
    expect(await proofOf(data.id)).toMatchObject({ status: 'done', undone: true, source_id: null })
    expect((await used()) - before).toBe(1)

    // A provider that does not answer is not paid for, and one that the agent has left is not asked.
    for (const leave of [false, true]) {
      const again = await teach({ from, credits: 2 })
      await test.settled()
      const paid = await used()
      const asked = model.received.length
      if (leave) await test.request('updateAgent', { params: { agent }, body: { model_id: builtIn } }, await key())
      else modelStatus = 401
      expect((await undo(again.data.id, owner, leave ? {} : { credits: 1 })).status).toBe(202)
      await test.settled()
      modelStatus = 200
      const { status, undone, results } = await proofOf(again.data.id)
      expect([status, undone, results[0]!.after!.reply === ANSWER]).toEqual(['done', true, false])
      expect(await used()).toBe(paid)
      if (leave) expect(model.received.length).toBe(asked)
    }
  })

  it('takes back also while its credits are held, and when none are left', async () => {
    const answer = await ask('Can I bring my dog?')
    const from = { gap: (await gap()).id }
    const theirs = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'theirs')!.id
    await test.request('updateAgent', { params: { agent }, body: { model_id: theirs } }, await key())
    expect(await reply(answer)).not.toContain('euros')
    const limit = test.config.planQuotas.premium.message_credits
    const leave = (left: number) =>
      test.deps.database.transaction(async (tx) => {
        const usage = tx.updateTable('quota_usage').where('organization_id', '=', owner.organizationId)
        await usage.set({ used: 0 }).where('name', 'like', 'message_credits~%').execute()
        await usage
          .set({ used: limit - left })
          .where('name', '=', 'message_credits')
          .execute()
      })
    await leave(2)
    const { status, data } = await teach({ from, credits: 2 })
    expect(status).toBe(202)
    expect((await undo(data.id, owner, { credits: 1 })).status).toBe(202)
    await test.settled()
    expect(await proofOf(data.id)).toMatchObject({ undone: true, source_id: null })

    await leave(2)
    const again = await teach({ from, credits: 2 })
    await test.settled()
    await test.request('updateGap', { params: { agent, gap: from.gap }, body: { state: 'taught' } }, owner)
    await leave(0)
    expect((await undo(again.data.id, owner, { credits: 1 })).status).toBe(202)
    await test.settled()
    expect(await proofOf(again.data.id)).toMatchObject({
      ...{ status: 'failed', undone: true, source_id: null },
      problem: expect.stringContaining('It was not asked again'),
    })
    expect(await gap()).toMatchObject({ state: 'open' })
    await leave(limit)
  })

  it('leaves no source waiting for its training that is taken back before it begins, and says what it said', async () => {
    const pair = { question: 'Can I bring my dog?', answer: ANSWER }
    const body = { type: 'qa' as const, questions: [pair] }
    const { data } = await test.request('createSource', { params: { agent }, body }, await key())
    const { id: source_id } = data as { id: string }
    await test.settled()
    const { jobs } = test.deps
    const { send } = jobs
    // As while the questions are asked before the training, which a test can't stop at.
    jobs.send = async (tx, definition, ...others) => {
      if (definition.name !== 'teaching.prove') await send(tx, definition, ...others)
    }
    const taught = await teach({ ...pair, from: { playground: true }, change: { source_id, pair: 0 } })
    jobs.send = send
    expect((await undo(taught.data.id)).status).toBe(202)
    await test.settled()
    const source = await test.request('getSource', { params: { agent, source: source_id } }, await key())
    expect(source.data.status).toBe('completed')
    expect(await proofOf(taught.data.id)).toMatchObject({ status: 'done', undone: true })
  })

  it('is no proof when the agent goes on to reply from another pair of the source', async () => {
    const pairs = [
      { question: 'May pets come along?', answer: 'Pets stay with their owners at all times.' },
      { question: 'Is there a sauna?', answer: 'The sauna is open until 22:00.' },
    ]
    const body = { type: 'qa' as const, questions: pairs }
    const source = await test.request('createSource', { params: { agent }, body }, await key())
    const { id: source_id } = source.data as { id: string }
    await test.settled()
    const change = { source_id, pair: 0 }
    const conversation = await ask('Is there a sauna?')
    const from = { conversation, message: await personsMessage(conversation) }
    const { data } = await teach({ question: 'Is there a sauna?', answer: 'Pets are welcome.', from, change })
    await test.settled()
    const [first] = (await proofOf(data.id)).results
    expect(first!.after!.reply).toBe(first!.before!.reply)
    expect(first!.verdict).toBe('cites_other')
  })

  it('leaves a gap taught that the agent answers also without what was taken back', async () => {
    await ask('Can I bring my dog?')
    const from = { gap: (await gap()).id }
    const first = await teach({ from })
    await test.settled()
    const second = await teach({ from, answer: 'Yes, you can bring your dog. Dogs cost 20 euros a night.' })
    await test.settled()
    expect(await gap()).toMatchObject({ state: 'taught' })
    await undo(first.data.id)
    await test.settled()
    expect((await proofOf(first.data.id)).results[0]!.after!.reply).toContain('20 euros')
    expect(await gap()).toMatchObject({ state: 'taught' })
    await undo(second.data.id)
    await test.settled()
    expect(await gap()).toMatchObject({ state: 'open' })
  })

  it('opens a gap again whose answer was taken back although it could not be asked again', async () => {
    await ask('Can I bring my dog?')
    const { data } = await teach({ from: { gap: (await gap()).id } })
    await test.settled()
    expect(await gap()).toMatchObject({ state: 'taught' })
    await undo(data.id)
    await test.settled()
    // As it stands when the questions could not be asked again, however often that was tried.
    await test.deps.database.transaction(async (tx) => {
      await tx.updateTable('proofs').set({ step: 'after' }).where('id', '=', data.id).execute()
      await tx.updateTable('gaps').set({ state: 'taught' }).where('agent_id', '=', agent).execute()
    })
    const { failed } = proveHandler({ ...test.deps, log: silentLog })
    await failed!({ proofId: data.id, round: 1, agentId: agent }, new Error('The worker is gone.'))
    expect(await gap()).toMatchObject({ state: 'open' })
    const problem = 'It is taken back. The questions could not be asked.'
    expect(await proofOf(data.id)).toMatchObject({ status: 'failed', undone: true, problem })
  })

  it('leaves a gap taught where a refusal from before it is noted after it', async () => {
    await ask('Can I bring my dog?')
    const { id } = await gap()
    const { knowledge } = test.deps
    const { embedQuestion } = knowledge
    const proved = Promise.withResolvers<void>()
    // Which holds up only what notes the question: replies and proofs search by another function.
    Object.assign(knowledge, { embedQuestion: (text: string) => proved.promise.then(() => embedQuestion(text)) })
    const { id: conversation } = await buildConversation(test, owner, agent)
    await test.request(
      'sendMessage',
      { params: { agent, conversation }, body: { content: 'Can I bring my dog?' } },
      await key(),
    )
    await expect.poll(() => reply(conversation), { timeout: 10_000 }).not.toContain('dog')
    const { data } = await teach({ from: { gap: id } })
    await expect.poll(async () => (await proofOf(data.id)).status, { timeout: 20_000 }).toBe('done')
    expect(await gap()).toMatchObject({ state: 'taught', count: 1 })
    Object.assign(knowledge, { embedQuestion })
    proved.resolve()
    await test.settled()
    expect(await gap()).toMatchObject({ state: 'taught', count: 2 })
  })

  it('goes on where it was cut off, and trains the source whatever happens', async () => {
    await ask('Can I bring my dog?')
    const { run, failed } = proveHandler({ ...test.deps, log: silentLog })
    const { data } = await teach({ from: { gap: (await gap()).id } })
    const payload = { proofId: data.id, round: 0, agentId: agent }
    const stopped = AbortSignal.abort(new Error('The server stops.'))
    await expect(run(payload, { signal: stopped, attempt: 1 } as never)).rejects.toThrow('The server stops.')
    await run(payload, { signal: new AbortController().signal, attempt: 2 } as never)
    await test.settled()
    expect(await proofOf(data.id)).toMatchObject({ status: 'done', results: [{ verdict: 'proved' }] })
    await failed!(payload, new Error('The worker is gone.'))
    expect(await proofOf(data.id)).toMatchObject({ status: 'done' })
  })

  it('ends where its source is deleted while it is learnt', async () => {
    await ask('Can I bring my dog?')
    const { id } = await gap()
    const { deps } = test
    const { data } = await teach({ from: { gap: id } })
    await test.settled()
    const { source_id: source } = await proofOf(data.id)
    // As it stands while the source is being trained, which a test can't stop at.
    await deps.database.transaction(async (tx) => {
      await tx.updateTable('proofs').set({ step: 'training' }).where('id', '=', data.id).execute()
      await tx.updateTable('proof_questions').set({ after: null }).where('proof_id', '=', data.id).execute()
    })
    await test.request('deleteSource', { params: { agent, source: source! } }, await key())
    await test.settled()
    const problem = 'The source was deleted.'
    expect(await proofOf(data.id)).toMatchObject({ status: 'failed', problem, source_id: null, undone: false })
  })

  it('refuses what it can’t teach from', async () => {
    const conversation = await ask('Can I bring my dog?')
    const { id } = await gap()
    const message = await personsMessage(conversation)
    const { data } = await test.request('listMessages', { params: { agent, conversation } }, await key())
    const asked = data.find(({ role }) => role === 'visitor')!
    const fields = async (body: Partial<Input<'teach'>['body']>) => {
      const answer = await teach(body)
      expect(answer.status).toBe(422)
      return answer.body.error.details.map(({ field }: { field: string }) => field)
    }
    expect(await fields({ from: {} })).toEqual(['from'])
    expect(await fields({ from: { gap: id, conversation, message } })).toEqual(['from'])
    expect(await fields({ from: { gap: crypto.randomUUID() } })).toEqual(['from.gap'])
    expect(await fields({ from: { conversation, message: asked.id } })).toEqual(['from.message'])
    expect(await fields({ from: { gap: id }, answer: '' })).toEqual(['answer'])
    expect(await fields({ from: { gap: id }, credits: 1 })).toEqual(['credits'])
    const change = { source_id: opening, pair: 0 }
    expect(await fields({ from: { gap: id }, change })).toEqual(['change.source_id'])
    const { id: other } = await buildAgent(test, owner)
    const elsewhere = await test.request(
      'teach',
      {
        params: { agent: other },
        body: { question: 'Dogs?', answer: ANSWER, from: { gap: id } },
      },
      owner,
    )
    expect(elsewhere.status).toBe(422)
  })

  it('lets responders teach from conversations, as long as the organization allows it', async () => {
    const responder = await buildMember(test, owner, 'responder')
    const conversation = await ask('Can I bring my dog?')
    const from = { conversation, message: await personsMessage(conversation) }
    expect((await teach({ from: { gap: (await gap()).id } }, responder)).status).toBe(403)
    const taught = await teach({ from }, responder)
    expect(taught.status).toBe(202)
    await test.settled()
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { responders_teach: false } }, owner)
    expect((await teach({ from }, responder)).status).toBe(403)
    expect((await undo(taught.data.id, responder)).status).toBe(403)
    const { data: session } = await test.request('getSession', {}, responder)
    expect(session.organizations.map(({ responders_teach }) => responders_teach)).toContain(false)
    expect((await undo(taught.data.id)).status).toBe(202)
    await test.settled()
    await test.request('updateOrganization', { params, body: { responders_teach: true } }, owner)
  })
})
