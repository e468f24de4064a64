import { expect, it } from 'vitest'
import { pathOf, sentenceOf } from './sentence.ts'
import type { Notification } from './use-notifications.ts'

const of = (kind: Notification['kind'], more: Partial<Notification> = {}): Notification => ({
  ...{ id: 'one', kind, count: 1, agent_id: 'agent', actor: null, excerpt: '', detail: null },
  ...{ created_at: '', read_at: null, ...more },
})
const said = (kind: Notification['kind'], count = 1, name?: string) =>
  sentenceOf(of(kind, { count, actor: name === undefined ? null : { user_id: 'ada', name } }))

it('says who did what, and how often', () => {
  expect(said('mention', 1, 'Ada')).toBe('Ada mentioned you')
  expect(said('mention', 3, 'Ada')).toBe('Ada mentioned you 3 times')
  expect(said('note', 2, 'Ada')).toBe('2 notes, the last by Ada')
  expect(said('assigned')).toBe('A program assigned a conversation to you')
  expect(said('visitor_wrote', 2)).toBe('A visitor of yours wrote 2 messages')
  expect([said('check_broke'), said('check_broke', 4)]).toEqual(['A check no longer passes', '4 checks no longer pass'])
})

it('leads to what it tells of', () => {
  expect(pathOf(of('mention', { conversation_id: 'talk' }))).toBe('/inbox/agent/talk')
  expect(pathOf(of('check_broke'))).toBe('/agents/agent/knowledge/checks')
  expect(pathOf(of('plan_waiting'))).toBe('/agents/agent/knowledge/websites')
  expect(pathOf(of('account_failing'))).toBe('/agents/agent/developers')
  expect(pathOf(of('account_failing', { mailbox_id: 'box' }))).toBe('/settings/mailboxes')
  expect(pathOf(of('account_failing', { model_account_id: 'account' }))).toBe('/settings/models')
  expect(pathOf(of('alarm', { agent_id: null }))).toBe('/settings/system')
})
