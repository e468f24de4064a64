import { expect, it } from 'vitest'
import { sentenceOf } from './sentence.ts'
import type { Notification } from './use-notifications.ts'

const said = (kind: Notification['kind'], count = 1, name?: string) =>
  sentenceOf({
    ...{ id: 'one', kind, count, agent_id: 'agent', excerpt: '', detail: null, created_at: '', read_at: null },
    actor: name === undefined ? null : { user_id: 'ada', name },
  })

it('says who did what, and how often', () => {
  expect(said('mention', 1, 'Ada')).toBe('Ada mentioned you')
  expect(said('mention', 3, 'Ada')).toBe('Ada mentioned you 3 times')
  expect(said('note', 2, 'Ada')).toBe('2 notes, the last by Ada')
  expect(said('assigned')).toBe('A program assigned a conversation to you')
  expect(said('visitor_wrote', 2)).toBe('A visitor of yours wrote 2 messages')
  expect([said('check_broke'), said('check_broke', 4)]).toEqual(['A check no longer passes', '4 checks no longer pass'])
})
