import { expect, it } from 'vitest'
import { type Becomes, concernedWords, type Impact, inOrder, summaryWords } from './impact-words.ts'

const given = (decision: 'answered' | 'unknown', reply = decision as string) => ({ reply, decision, citations: [] })
const one = (verdict: Becomes['verdict'], before: Becomes['before'], after: Becomes['after']): Becomes => ({
  ...{ message_id: verdict, conversation_id: '1', question: 'When?', before, after, verdict },
})
const lost = one('changed', given('answered'), given('unknown'))
const won = one('changed', given('unknown'), given('answered'))
const same = one('same', given('answered'), given('answered'))
const untold = one('unknown', given('answered'), null)
const impact = (...becomes: Becomes[]): Impact => ({
  ...{ id: '1', status: 'done', answers_90_days: becomes.length, conversations_90_days: 1, last_cited_at: null },
  ...{ total: becomes.length, asked: becomes.length, becomes, checks: [] },
})

it('says how much of the past is concerned', () => {
  expect(concernedWords({ without: ['a'] }, impact())).toBe('No answer of the last 90 days cites it.')
  expect(concernedWords({ without: ['a'] }, impact(same))).toBe('1 answer of the last 90 days cites it.')
  expect(concernedWords({ without: ['a', 'b'] }, impact(same, lost))).toBe(
    '2 answers of the last 90 days cite them, in 1 conversation.',
  )
  expect(concernedWords({ threshold: 'bold' }, impact(same, won))).toBe(
    '2 answers of the last 90 days, in 1 conversation.',
  )
})

it('says what becomes of the answers, what changes first', () => {
  expect(summaryWords(impact(same))).toEqual(['It would stay the same.'])
  expect(summaryWords(impact(lost, won, untold, same))).toEqual([
    '2 of 4 would be different.',
    '1 would go unanswered.',
    '1 would be answered that is not.',
    'Of 1 it can’t be told, as a provider’s model decides.',
  ])
  expect(summaryWords({ ...impact(lost), answers_90_days: 9 })[0]).toBe('1 of the latest 1 would be different.')
  expect(inOrder([same, untold, lost])).toEqual([lost, untold, same])
})
