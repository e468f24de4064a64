import { expect, it } from 'vitest'
import { appliedText } from './plan-words.ts'
import type { Plan } from './site-search.ts'

const plan = (done: number, total: number, failed = 0) =>
  ({ counts: { added: 500, changed: 0, gone: 0, unchanged: 40 }, progress: { done, total }, failed }) as Plan

it('says how much of a plan was learnt', () => {
  expect(appliedText(plan(500, 500))).toBe('500 added, 40 unchanged')
  expect(appliedText(plan(10, 10, 1))).toBe('9 of 500 changes learnt; the others were not chosen')
})
