import { describe, expect, it } from 'vitest'
import { checkRows } from './check-rows.ts'
import type { Check, CheckResult } from './check-search.ts'

const check = (id: string, muted = false, updated_at = '2026-11-20T08:00:00.000Z') =>
  ({ id, muted, updated_at }) as Check
const result = (check_id: string, verdict: 'passed' | 'failed', change: 'broke' | 'mended' | null = null) =>
  ({ check_id, verdict, change, created_at: '2026-11-21T08:00:00.000Z' }) as CheckResult

describe('the rows of checks', () => {
  it('begin with what broke, then what fails, what was not asked, what passes, and what is muted', () => {
    const checks = [check('a'), check('b'), check('c'), check('d'), check('e'), check('f', true), check('g')]
    const results = [
      result('a', 'passed'),
      result('b', 'failed', 'broke'),
      result('c', 'failed'),
      result('d', 'passed', 'mended'),
      result('f', 'failed', 'broke'),
      result('g', 'passed'),
    ]
    expect(checkRows(checks, results).map((row) => [row.check.id, row.outcome])).toEqual([
      ['b', 'broke'],
      ['c', 'failed'],
      ['e', 'waiting'],
      ['d', 'mended'],
      ['a', 'passed'],
      ['g', 'passed'],
      ['f', 'muted'],
    ])
  })

  it('say nothing of a question by what another one was replied before', () => {
    const edited = check('a', false, '2026-11-22T08:00:00.000Z')
    expect(checkRows([edited], [result('a', 'passed')])).toEqual([
      { check: edited, outcome: 'waiting', result: undefined },
    ])
  })
})
