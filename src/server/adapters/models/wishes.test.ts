import { describe, expect, it } from 'vitest'
import { intentOf } from './intents.ts'
import { searchQuery } from './search-query.ts'
import { SAID } from './wishes.fixture.ts'

const heard = (messages: readonly string[]) => messages.filter((message) => intentOf(message) === 'person')

describe.each(Object.entries(SAID))('a wish for a person in %s', (_language, { wishes, refusals, others }) => {
  it('is heard in all its forms', () => expect(heard(wishes)).toEqual(wishes))
  it('is none where somebody says no to one', () => expect(heard(refusals)).toEqual([]))
  it('is none in a question about people', () => expect(heard(others)).toEqual([]))
})

it.each([
  ['I don’t want to talk to a human, just tell me when the pool opens', 'just tell me when the pool opens'],
  ['Ich brauche keinen Mitarbeiter. Was kostet das Frühstück?', 'Was kostet das Frühstück?'],
  ['я не хочу говорить с человеком, когда завтрак?', 'когда завтрак?'],
  ['No human please', 'No human please'],
  ['不要人工客服，游泳池几点开？', '游泳池几点开？'],
])('looks for what is asked in %j, without the no to a person', (content, query) => {
  expect(searchQuery([{ role: 'visitor', content }])).toBe(query)
})
