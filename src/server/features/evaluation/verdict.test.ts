import { describe, expect, it } from 'vitest'
import { saysFact } from './facts.ts'
import { becomesOf, becomesWithout, changeOf, type Given, judge, outcomeOf } from './verdict.ts'

const refused: Given = { reply: 'I do not know.', decision: 'unknown', citations: [] }
const from = (source_id: string, reply = source_id): Given => ({
  ...{ reply, decision: 'answered' },
  citations: [{ source_id }] as Given['citations'],
})

it.each([
  ['a question that is answered now', refused, from('taught'), true, 'proved'],
  ['one that nobody asked before it was taken back', null, from('taught'), true, 'proved'],
  ['one that is still refused', refused, refused, true, 'still_unknown'],
  ['one that another source answers', refused, from('other'), true, 'cites_other'],
  ['one that is answered as before', from('other'), from('other'), false, 'cites_other'],
  ['one that was answered, and is refused now', from('other'), refused, false, 'changed'],
  ['one that was answered otherwise', from('other'), from('other', 'new'), false, 'changed'],
  ['an answer that what was taught takes the place of', from('other'), from('taught'), false, 'changed'],
  ['the answer that was to be changed', from('other'), from('taught'), true, 'proved'],
  ['an answer of its own source that is as before', from('taught'), from('taught'), true, 'cites_other'],
  ['an answer of its own source that is another', from('taught', 'old'), from('taught', 'new'), true, 'proved'],
  ['another answer of the same source', from('taught'), from('taught'), false, 'cites_other'],
] as const)('says what became of %s', (_what, before, after, isWanted, verdict) => {
  expect(outcomeOf({ before, after, isWanted }, 'taught')).toBe(verdict)
})

it('says what becomes of a reply', () => {
  expect(becomesOf(refused, refused)).toBe('same')
  expect(becomesOf(from('one'), from('other'))).toBe('changed')
  expect(becomesOf(null, refused)).toBe('unknown')
  const citing = (...sources: string[]): Given => ({
    ...from('one'),
    citations: sources.map((source_id) => ({ source_id })) as Given['citations'],
  })
  expect(becomesWithout(citing('a', 'b'), ['a'])).toBe('unknown')
  expect(becomesWithout(citing(), ['a'])).toBe('unknown')
  expect(becomesWithout(citing('a', 'a'), ['a', 'b'])).toBe('changed')
})

describe('a fact in a reply', () => {
  it.each([
    ['We open at 9:30.', '9:30'],
    ['We open at 9.', '9'],
    ['It costs 4.60 €', '4.60'],
    ['It costs 1,250 dollars', '1,250'],
    ['Ten days, or 10', '10'],
    ['Das **Café** ist zu', 'cafe ist'],
    ['Die Straße', 'STRASSE'],
    ['Ask for “Ana”', '"ana"'],
    ['From 9–17', '9-17'],
    ['Multiply 15*20*30', '15*20*30'],
    ['営業時間は10時です', '10'],
    ['営業時間は10時です', '営業時間'],
    ['ร้านเปิดทุกวัน', 'ทุกวัน'],
    ['يفتح المتحف', 'المتحف'],
    ['two\n words', 'two words'],
    ['Call $10 a day', '$10'],
    ['In 2010 it was 10', '10'],
    ['_Free_ entry', 'free'],
    ['In the _garden room_.', 'the garden room'],
    ['Open *daily* until 5', 'open daily until 5'],
    ['Set _max_size_ to 5', 'max_size'],
    ['Break\u00adfast at seven', 'breakfast'],
    ['At\u200b seven', 'at seven'],
  ])('%s says %s', (reply, fact) => expect(saysFact(reply, fact)).toBe(true))

  it.each([
    ['In 2010', '10'],
    ['It costs 4.60', '4'],
    ['It costs 4.60', '60'],
    ['It costs 4,60', '4'],
    ['At 7:30', '7'],
    ['At 7:30', '30'],
    ['At 17:30', '7:30'],
    ['10,000 visitors', '10'],
    ['A catalogue', 'cat'],
    ['A catalogue', 'logue'],
    ['営業は110時', '10'],
    ['We open', ''],
    ['Set max_size to 5', 'size'],
    ['15*20*30', '152030'],
    ['a_b_c', 'abc'],
    ['5 * 3 * 2', '5 3 2'],
    ['We open', '  '],
    ['กี', 'ก'],
  ])('%s does not say %s', (reply, fact) => expect(saysFact(reply, fact)).toBe(false))
})

describe('a verdict', () => {
  const reply = { decision: 'answered' as const, reply: 'From 9 to 17.', citations: [{ source_id: 'one' }] }
  const check = { expects: 'answers' as const, facts: '[["9", "nine"], ["17"]]', cites: 'one' }

  it('needs the decision, one of each facts, and the citation', () => {
    expect(judge(check, reply)).toMatchObject({ verdict: 'passed' })
    expect(judge({ ...check, facts: '[]', cites: null }, reply).verdict).toBe('passed')
    const wrong = judge({ expects: 'refuses', facts: '[["9"], ["ten", "10"]]', cites: 'other' }, reply)
    expect(wrong).toEqual({ verdict: 'failed', problems: { decision: true, facts: [['ten', '10']], cites: true } })
    expect(judge({ ...check, expects: 'hands_over' }, reply).verdict).toBe('failed')
    const refused = { decision: 'unknown' as const, reply: 'I do not know.', citations: [] }
    expect(judge({ expects: 'refuses', facts: '[]', cites: null }, refused).verdict).toBe('passed')
    const handed = { ...refused, decision: 'handed_over' as const }
    expect(judge({ expects: 'hands_over', facts: '[]', cites: null }, handed).verdict).toBe('passed')
    // Where nothing is known nothing is claimed, whether or not a person is fetched.
    expect(judge({ expects: 'refuses', facts: '[]', cites: null }, handed).verdict).toBe('passed')
    expect(judge({ expects: 'hands_over', facts: '[]', cites: null }, refused).verdict).toBe('failed')
    expect(judge({ expects: 'refuses', facts: '[["9"]]', cites: null }, handed).verdict).toBe('failed')
    expect(judge({ expects: 'answers', facts: '[]', cites: null }, handed).verdict).toBe('failed')
  })

  it('is compared with the one before', () => {
    expect(changeOf('passed', 'failed')).toBe('broke')
    expect(changeOf('failed', 'passed')).toBe('mended')
    expect(changeOf('failed', 'failed')).toBe(null)
    expect(changeOf(null, 'failed')).toBe(null)
  })
})
