import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { beforeTransaction } from '../../testing/before-transaction.ts'
import { databases, silentLog } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { changeSource } from '../sources/queries.ts'
import { startDueRun } from './checks-due.job.ts'
import { checkRunJob } from './jobs.ts'
import { changeRun, insertChecks, insertRun, RUNS_KEPT, selectRun } from './queries.ts'
import { MOST_CHECKS } from './read-csv.ts'
import { runByCommand } from './run-by-command.ts'
import { checkRunHandler } from './run-checks.job.ts'

const OPENING = 'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00.'

describe.each(databases())('checks on $name', (database) => {
  let model: Receiver
  let test: TestApp
  let owner: Owner
  let agent: string
  let theirModel: string
  let mails: MailServer
  let clock = Date.now()

  beforeAll(async () => {
    const says = { id: '1', object: 'chat.completion', created: 1, model: 'theirs' }
    const message = { role: 'assistant', content: 'Breakfast is at 7:00.' }
    const body = JSON.stringify({ ...says, choices: [{ index: 0, finish_reason: 'stop', message }] })
    model = await createReceiver(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body }))
    mails = await startMailServer()
    test = await createTestApp({
      database,
      now: () => clock,
      env: {
        ...{ SMTP_URL: mails.url, MAIL_FROM: 'support@example.com', PUBLIC_URL: 'https://baton.example' },
        OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
        OPENAI_COMPATIBLE_MODELS: 'theirs',
        PLAN_QUOTAS: JSON.stringify({ premium: { message_credits: 3 } }),
      },
    })
    owner = await test.signUp()
    theirModel = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'theirs')!.id
  })
  afterAll(async () => {
    await test.close()
    await model.close()
    await mails.close()
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
  })

  const create = (body: Partial<Input<'createCheck'>['body']> = {}) => {
    const whole = { question: 'When is breakfast served?', expects: 'answers' as const, ...body }
    return test.request('createCheck', { params: { agent }, body: whole }, owner)
  }
  const update = (check: string, body: Input<'updateCheck'>['body'], of = agent) => {
    clock += 1
    return test.request('updateCheck', { params: { agent: of, check }, body }, owner)
  }
  const list = async () => (await test.request('listChecks', { params: { agent } }, owner)).data
  const importCsv = (body: string) => test.request('importChecks', { params: { agent }, body }, owner)
  const start = (body: Input<'createCheckRun'>['body'] = {}) =>
    test.request('createCheckRun', { params: { agent }, body }, owner)
  const read = (run: string) => test.request('getCheckRun', { params: { agent, run } }, owner)
  async function runOf(body: Input<'createCheckRun'>['body'] = {}) {
    const answer = await start(body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    await test.settled()
    return (await read(answer.data.id)).data
  }
  /** A member who has followed the link of their invitation's mail. */
  async function join(role: 'admin' | 'responder'): Promise<Owner> {
    const params = { organization: owner.organizationId }
    const email = `${newId()}@example.com`
    await test.request('createInvitation', { params, body: { email, role } }, owner)
    await test.settled()
    const token = tokenIn(mails.received.find(({ to }) => to[0] === email))
    const body = { token, name: 'Grace', password: 'a long enough password' }
    const { data, headers } = await test.request('acceptInvitation', { body })
    return { ...owner, userId: data.user.id, cookie: String(headers['set-cookie']).split(';')[0]! }
  }
  const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
    body.error.details.map(({ field }) => field)

  it('are made, read, changed, muted and deleted', async () => {
    const source = await buildTextSource(test, owner, agent, OPENING)
    const made = await create({ facts: [['7:00', 'seven'], ['10:30']], cites: source.id })
    expect(made).toMatchObject({
      status: 201,
      data: { expects: 'answers', facts: [['7:00', 'seven'], ['10:30']], cites: source.id, muted: false },
    })
    const { id } = made.data
    const later = (await create({ question: 'Is there a sauna?', expects: 'refuses' })).data
    expect((await list()).map((check) => check.id)).toEqual([later.id, id])
    expect((await update(id, { muted: true, facts: [] })).data).toMatchObject({
      muted: true,
      facts: [],
      cites: source.id,
    })
    expect((await test.request('getCheck', { params: { agent, check: id } }, owner)).data.muted).toBe(true)
    const remove = () => test.request('deleteCheck', { params: { agent, check: id } }, owner)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  })

  it('tell the event stream when they change', async () => {
    const { id } = (await create()).data
    await importCsv('question\nOne?\nTwo?')
    await update(id, { muted: true })
    await update(id, { muted: true })
    await test.request('deleteCheck', { params: { agent, check: id } }, owner)
    await test.request('deleteCheck', { params: { agent, check: id } }, owner)
    const found = await test.deps.database.read
      .selectFrom('events')
      .select('type')
      .where('agent_id', '=', agent)
      .where('type', '=', 'check.updated')
      .execute()
    expect(found).toHaveLength(4)
  })

  it('name what is wrong with them', async () => {
    const other = (await buildAgent(test, owner)).id
    const theirs = await buildTextSource(test, owner, other, OPENING)
    expect(fieldsOf(await create({ question: ' ', expects: 'knows' as 'answers' }))).toEqual(['question', 'expects'])
    expect(fieldsOf(await create({ facts: [[]] }))).toEqual(['facts.0'])
    expect(fieldsOf(await create({ cites: theirs.id }))).toEqual(['cites'])
    const { id } = (await create()).data
    expect(fieldsOf(await update(id, { cites: theirs.id }))).toEqual(['cites'])
    expect((await update(id, { muted: true }, other)).status).toBe(404)
    const run = await test.request('getCheckRun', { params: { agent: other, run: (await runOf()).id } }, owner)
    expect(run.status).toBe(404)
  })

  it('keep a change that was made while another request about them was under way', async () => {
    const { id } = (await create()).data
    beforeTransaction(test.deps, () => update(id, { expects: 'refuses' }))
    expect((await update(id, { expects: 'answers' })).data.expects).toBe('answers')
    expect(await list()).toMatchObject([{ id, expects: 'answers' }])
    beforeTransaction(test.deps, () => test.request('deleteCheck', { params: { agent, check: id } }, owner))
    expect((await update(id, { expects: 'answers' })).status).toBe(404)
  })

  it('are imported all or none', async () => {
    const source = await buildTextSource(test, owner, agent, OPENING)
    const csv = `question,expects,facts,cites,muted\nBreakfast?,answers,7:00|seven;10:30,${source.id},\nSauna?,refuses,,,true\n`
    expect(await importCsv(csv)).toMatchObject({ status: 201, data: { imported: 2 } })
    expect(await list()).toMatchObject([
      { question: 'Sauna?', expects: 'refuses', muted: true },
      { question: 'Breakfast?', facts: [['7:00', 'seven'], ['10:30']], cites: source.id },
    ])
    expect(fieldsOf(await importCsv(`question,cites\nWho?,\nWho?,${newId()}`))).toEqual(['rows.3.cites'])
    expect(fieldsOf(await importCsv('question,expects\nWho?,answers\nWho?,never'))).toEqual(['rows.3.expects'])
    expect((await importCsv('question\n')).status).toBe(422)
    const asJson = await test.request('importChecks', { params: { agent }, body: {} as string }, owner)
    expect(asJson.status).toBe(422)
    const elsewhere = { params: { agent }, body: csv as unknown as Input<'createCheck'>['body'] }
    const headers = { 'content-type': 'text/csv' }
    expect((await test.request('createCheck', elsewhere, { ...owner, headers })).status).toBe(415)
    expect(await list()).toHaveLength(2)
  })

  it('are a thousand at most', async () => {
    const row = { agent_id: agent, question: 'Who?', expects: 'answers', facts: '[]', cites: null } as const
    const rows = Array.from({ length: MOST_CHECKS - 1 }, () => ({
      ...{ ...row, id: newId(), is_muted: 0 as const, created_at: 1, updated_at: 1 },
    }))
    await test.deps.database.transaction((tx) => insertChecks(tx, rows))
    expect((await importCsv('question\nOne?\nTwo?')).body.error.code).toBe('subscription_limit_exceeded')
    expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 422, body: { error: { code: 'subscription_limit_exceeded' } } })
  })

  it('are asked in a run, and runs are compared', async () => {
    const empty = await runOf()
    expect(empty).toMatchObject({ status: 'done', trigger: 'manual', total: 0, passed: 0, failed: 0, results: [] })
    const source = await buildTextSource(test, owner, agent, OPENING)
    const good = (await create({ facts: [['7:00'], ['10:30']], cites: source.id })).data
    const bad = (await create({ question: 'When does the pool open?', facts: [['8']] })).data
    const muted = (await create({ question: 'When does the pool open?', expects: 'refuses', muted: true })).data
    const first = await runOf()
    expect(first).toMatchObject({ status: 'done', total: 3, asked: 3, passed: 1, failed: 1, broke: 0, mended: 0 })
    expect(first.results.map(({ check_id, verdict }) => [check_id, verdict])).toEqual([
      [bad.id, 'failed'],
      [good.id, 'passed'],
      [muted.id, 'failed'],
    ])
    expect(first.results[0]).toMatchObject({
      ...{ change: null, problems: { decision: false, facts: [['8']], cites: false }, decision: 'answered' },
      reply: expect.stringContaining('8:00'),
    })
    expect(first.results[1]!.citations[0]!.source_id).toBe(source.id)

    await update(bad.id, { facts: [['8:00']] })
    await test.request('deleteSource', { params: { agent, source: source.id } }, { key: await owner.key() })
    const second = await runOf()
    // The pool's check was changed, so what it came to before says nothing.
    expect(second).toMatchObject({ passed: 0, failed: 2, broke: 1, mended: 0 })
    expect(second.results.map(({ check_id, change }) => [check_id, change])).toEqual([
      [good.id, 'broke'],
      [bad.id, null],
      [muted.id, 'mended'],
    ])
    await buildTextSource(test, owner, agent, OPENING)
    await update(good.id, { cites: null })
    expect(await runOf()).toMatchObject({ passed: 2, failed: 0, broke: 0, mended: 1 })

    const runs = (await test.request('listCheckRuns', { params: { agent } }, owner)).data
    expect(runs.map(({ mended }) => mended)).toEqual([1, 0, 0, 0])
    const history = await test.request('listCheckResults', { params: { agent, check: good.id } }, owner)
    expect(history.data.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'passed'])
  })

  it('run one at a time, and the last hundred are kept', async () => {
    const ended = { agent_id: agent, status: 'done', trigger_name: 'manual', model_id: 'm', credits: 0 } as const
    const counts = { credit_period: null, total: 0, asked: 0, passed: 0, failed: 0, broke: 0, mended: 0 }
    const rows = Array.from({ length: RUNS_KEPT + 2 }, () => ({
      ...ended,
      ...counts,
      id: newId(),
      created_at: 1,
      ended_at: 2,
    }))
    const oldest = rows[0]!.id
    await test.deps.database.transaction(async (tx) => {
      for (const row of rows) await insertRun(tx, row)
      await changeRun(tx, oldest, { status: 'pending' })
    })
    expect((await start()).body.error.code).toBe('check_run_in_progress')
    await test.deps.database.transaction((tx) => changeRun(tx, oldest, { status: 'failed' }))
    await runOf()
    expect(await selectRun(test.deps.database.read, oldest)).toBeUndefined()
    expect((await test.request('listCheckRuns', { params: { agent } }, owner)).data).toHaveLength(RUNS_KEPT)
  })

  it('cost a credit each with a provider’s model, if that is agreed to', async () => {
    const key = await owner.key()
    const usedCredits = async () => {
      const params = { organization: owner.organizationId }
      return (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
    }
    await test.request('updateAgent', { params: { agent }, body: { model_id: theirModel } }, { key })
    await create({ facts: [['7:00']] })
    await create()
    for (const body of [{}, { credits: 1 }, { credits: 3 }]) expect(fieldsOf(await start(body))).toEqual(['credits'])
    expect(await runOf({ credits: 2 })).toMatchObject({
      passed: 2,
      results: [{ model: 'theirs' }, { model: 'theirs' }],
    })
    expect(await usedCredits()).toBe(2)
    expect((await start({ credits: 2 })).body.error.code).toBe('subscription_limit_exceeded')
    expect(await usedCredits()).toBe(2)
  })

  describe('after training', () => {
    const due = async () => {
      const row = await test.deps.database.read
        .selectFrom('agents')
        .select('checks_due_at')
        .where('id', '=', agent)
        .executeTakeFirstOrThrow()
      return row.checks_due_at
    }
    const runs = async () => (await test.request('listCheckRuns', { params: { agent } }, owner)).data
    /** Looks whether a run is due, as the job does that waits for it. */
    async function look() {
      await startDueRun(test.deps, agent)
      await test.settled()
    }

    it('run once what the agent knows has stayed the same for a minute', async () => {
      await buildTextSource(test, owner, agent, OPENING)
      expect(await due(), 'without checks').toBeNull()
      await create({ facts: [['7:00']] })
      const source = await buildTextSource(test, owner, agent, 'The sauna opens at 9:00.')
      expect(await due()).toBe(clock + 60_000)
      clock += 59_000
      await look()
      expect(await runs()).toEqual([])
      await test.request('deleteSource', { params: { agent, source: source.id } }, { key: await owner.key() })
      clock += 59_000
      await look()
      expect(await runs(), 'a minute after the first change').toEqual([])
      clock += 1_000
      await look()
      expect(await runs()).toMatchObject([{ trigger: 'training', status: 'done', passed: 1 }])
      await look()
      expect([await due(), (await runs()).length]).toEqual([null, 1])
    })

    it('run too where training again failed, and so the agent knows less than before', async () => {
      const { id } = await buildTextSource(test, owner, agent, OPENING)
      await create({ facts: [['7:00']] })
      await runOf()
      // As a page that no longer has any words.
      await test.deps.database.transaction((tx) => changeSource(tx, id, { content: '…' }))
      await test.request('retrainSource', { params: { agent, source: id } }, { key: await owner.key() })
      await test.settled()
      clock += 60_000
      await look()
      expect((await runs())[0]).toMatchObject({ trigger: 'training', failed: 1, broke: 1 })
    })

    it('do not run where that is switched off', async () => {
      await create()
      const body = { checks_after_training: false }
      const settings = await test.request('updateAgentSettings', { params: { agent }, body }, owner)
      expect(settings.data.checks_after_training).toBe(false)
      await buildTextSource(test, owner, agent, OPENING)
      expect(await due()).toBeNull()
    })

    it('are skipped where they would cost credits', async () => {
      await create()
      await runOf()
      const body = { model_id: theirModel }
      await test.request('updateAgent', { params: { agent }, body }, { key: await owner.key() })
      for (let trained = 0; trained < 2; trained += 1) {
        await buildTextSource(test, owner, agent, OPENING)
        clock += 60_000
        await look()
      }
      expect(await runs(), 'with one line for all that were skipped').toMatchObject([
        { status: 'skipped', trigger: 'training', total: 1, asked: 0 },
        { status: 'done' },
      ])
    })
  })

  it('are asked of a disabled agent too, which answers no visitor', async () => {
    await buildTextSource(test, owner, agent, OPENING)
    await create({ facts: [['7:00']] })
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, owner)
    expect(await runOf()).toMatchObject({ status: 'done', passed: 1 })
  })

  it('tell owners and admins what broke', async () => {
    const params = { organization: owner.organizationId }
    const [admin, responder] = [await join('admin'), await join('responder')]
    const emailOf = async (one: Owner) => (await test.request('getSession', {}, one)).data.user.email
    const emails = [await emailOf(owner), await emailOf(admin)].sort()
    const source = await buildTextSource(test, owner, agent, OPENING)
    await create()
    await runOf()
    await test.settled()
    mails.received.length = 0
    await test.request('deleteSource', { params: { agent, source: source.id } }, { key: await owner.key() })
    const { id } = await runOf()
    expect(mails.received.map(({ to }) => to[0]!).sort()).toEqual(emails)
    const [mail] = mails.received
    expect(mail!.text).toContain('Guide answers otherwise than it did: a check that passed before fails now.')
    expect(linkIn(mail)).toBe(`https://baton.example/agents/${agent}/knowledge/checks`)
    const events = await test.deps.database.read
      .selectFrom('events')
      .select('payload')
      .where('type', '=', 'check_run.completed')
      .where('agent_id', '=', agent)
      .execute()
    const told = events.map(({ payload }) => JSON.parse(payload))
    expect(told).toContainEqual(expect.objectContaining({ run_id: id, broke: 1 }))
    for (const { userId: user } of [admin, responder])
      await test.request('removeMember', { params: { ...params, user } }, owner)
    mails.received.length = 0
    await runOf()
    expect(mails.received, 'it failed before already').toEqual([])
  })

  it('are asked where a run was cut off that are left', async () => {
    await buildTextSource(test, owner, agent, OPENING)
    const [one, other] = [(await create()).data, (await create()).data]
    const { id } = await runOf()
    await test.deps.database.transaction((tx) => changeRun(tx, id, { status: 'pending', ended_at: null }))
    const { created_at } = (await read(id)).data.results.find(({ check_id }) => check_id === one.id)!
    await test.request('deleteCheck', { params: { agent, check: other.id } }, owner)
    clock += 5_000
    await checkRunHandler(test.deps).run(
      { runId: id, agentId: agent },
      { attempt: 2, signal: new AbortController().signal },
    )
    expect((await read(id)).data).toMatchObject({ status: 'done', asked: 1, results: [{ created_at }] })

    await test.deps.database.transaction((tx) => changeRun(tx, id, { status: 'pending', ended_at: null }))
    const deps = { ...test.deps, log: silentLog }
    await checkRunHandler(deps).failed!({ runId: id, agentId: agent }, new Error('The worker is gone.'))
    expect((await read(id)).data).toMatchObject({ status: 'failed', passed: 1 })
  })

  it('are asked by the command, after a run that was interrupted', async () => {
    await expect(runByCommand(test.deps, agent, 0, () => {})).rejects.toThrow('has no checks')
    await expect(runByCommand(test.deps, newId(), 0, () => {})).rejects.toThrow('There is no agent')
    await buildTextSource(test, owner, agent, OPENING)
    await create({ facts: [['7:00']] })
    const { id } = await runOf()
    await test.deps.database.transaction((tx) => changeRun(tx, id, { status: 'pending', ended_at: null }))
    let told = 0
    const asked = runByCommand(test.deps, agent, 0, () => {
      told += 1
      // As the queue does with a job that was cut off.
      void test.deps.database.transaction((tx) => test.deps.jobs.send(tx, checkRunJob, { runId: id, agentId: agent }))
    })
    expect((await asked).run).toMatchObject({ status: 'done', trigger_name: 'command', passed: 1 })
    expect([told, (await read(id)).data.status]).toEqual([1, 'done'])
  })
})
