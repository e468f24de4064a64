import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { newId } from './ids.ts'
import { up } from './migrations/0054-spent-credits.ts'

describe.each(databases())('credits of unfinished runs and proofs, after an upgrade on $name', (database) => {
  let test: TestApp

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
  })
  afterAll(() => test.close())

  it('are those that no reply of a provider has spent', async () => {
    const { id: agent_id } = await buildAgent(test, await test.signUp())
    const taken = { model_id: newId(), credits: 10, credit_period: '2026-11', created_at: 1 }
    const run = (status: 'pending' | 'done') => ({
      ...{ id: newId(), agent_id, status, trigger_name: 'manual' as const, ended_at: null, ...taken },
      ...{ total: 5, asked: 2, passed: 0, failed: 0, broke: 0, mended: 0 },
    })
    const proof = (round: 0 | 1, step: 'after' | 'done') => ({
      ...{ id: newId(), agent_id, gap_id: null, source_id: newId(), source_version: 1, is_new_source: 1 as const },
      ...{ task_id: newId(), question: '', step, round, problem: null, ...taken },
    })
    const [pending, ended] = [run('pending'), run('done')]
    const [taught, takenBack, done] = [proof(0, 'after'), proof(1, 'after'), proof(0, 'done')]
    const reply = (model: string) => JSON.stringify({ reply: '', decision: 'unknown', citations: [], model })
    await test.deps.database.transaction(async (tx) => {
      await tx.insertInto('check_runs').values([pending, ended]).execute()
      for (const { id } of [pending, ended])
        for (const model of ['theirs', 'theirs', 'baton-built-in']) {
          const check = { id: newId(), agent_id, question: 'When?', facts: '[]', cites: null, is_muted: 0 as const }
          await tx
            .insertInto('checks')
            .values({ ...check, expects: 'answers', created_at: 1, updated_at: 1 })
            .execute()
          const given = { decision: 'unknown' as const, reply: '', citations: '[]', problems: '[]', latency_ms: 1 }
          const result = { run_id: id, check_id: check.id, question: 'When?', is_muted: 0 as const, model, ...given }
          const verdicts = { verdict: 'failed' as const, verdict_before: null, knowledge_version: 1, created_at: 1 }
          await tx
            .insertInto('check_results')
            .values({ ...result, ...verdicts })
            .execute()
        }
      await tx.insertInto('proofs').values([taught, takenBack, done]).execute()
      for (const { id } of [taught, takenBack, done])
        for (const [position, after] of [reply('theirs'), reply('baton-built-in'), null].entries()) {
          const from = { message_id: null, conversation_id: null, check_id: null, is_wanted: 1 as const, outcome: null }
          const row = { proof_id: id, position, question: 'When?', before: reply('theirs'), after, ...from }
          await tx.insertInto('proof_questions').values(row).execute()
        }
      await up(tx as never)
    })
    const { read } = test.deps.database
    const creditsOf = async (table: 'check_runs' | 'proofs', { id }: { id: string }) =>
      (await read.selectFrom(table).select('credits').where('id', '=', id).executeTakeFirstOrThrow()).credits
    expect([await creditsOf('check_runs', pending), await creditsOf('check_runs', ended)]).toEqual([8, 10])
    // Of a proof that was taken back, the replies before it were settled then.
    expect([await creditsOf('proofs', taught), await creditsOf('proofs', takenBack)]).toEqual([6, 9])
    expect(await creditsOf('proofs', done)).toBe(10)
  })
})
