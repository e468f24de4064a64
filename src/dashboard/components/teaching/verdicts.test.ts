import { expect, it } from 'vitest'
import { type Proof, summaryOf } from './verdicts.ts'

const result = { question: 'Dogs?', before: null, after: null, verdict: 'proved' as const }
const check = { check_id: '1', question: 'Cats?', before: null, after: null, change: 'broke' as const }
const proof: Proof = {
  ...{ id: '1', status: 'done', source_id: null, question: 'Dogs?', undone: false, problem: null },
  ...{ results: [result], checks: [], waiting: [], created_at: '2026-03-01T10:00:00.000Z' },
}

it('says in one sentence how many checks fail', () => {
  expect(summaryOf({ ...proof, checks: [check] }).words).toBe('It answers, but 1 check fails now.')
  expect(summaryOf({ ...proof, checks: [check, check] }).words).toBe('It answers, but 2 checks fail now.')
})
