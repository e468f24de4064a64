import { expect, it } from 'vitest'
import { nearestByWords } from './nearest.ts'
import { type Given, outcomeOf } from './outcome.ts'

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

it('finds the texts that are nearest by their words', () => {
  const texts = ['Which rooms have a view?', 'May dogs come along?', 'May I bring my two dogs?']
  const near = nearestByWords(['May I bring my dogs?'], texts, { textOf: (text) => text, limit: 2 })
  expect(near).toEqual(['May I bring my two dogs?', 'May dogs come along?'])
})
