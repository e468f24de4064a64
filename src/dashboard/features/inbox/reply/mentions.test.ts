import { describe, expect, it } from 'vitest'
import { completed, labelOf, mentionAt, mentionedIn } from './mentions.ts'

const people = ['Ann', 'Ann Lee', 'Grace Hopper'].map((name) => ({ user_id: name.toLowerCase(), name }))
const offered = (text: string) => mentionAt(text, text.length, people)?.people.map(({ name }) => name)

describe('mentionAt', () => {
  it('offers the members whose names go on as written', () => {
    expect(offered('Ask @')).toEqual(['Ann', 'Ann Lee', 'Grace Hopper'])
    expect(offered('Ask @an')).toEqual(['Ann', 'Ann Lee'])
    expect(offered('@hop')).toEqual(['Grace Hopper'])
    expect(offered('@Ann')).toEqual(['Ann Lee'])
  })

  it('offers nobody after a whole name, in an address, or where nobody is called so', () => {
    for (const text of ['@Ann ', 'mail me@gr', '@zz', 'Ask', '@Grace Hopper knows'])
      expect(offered(text)).toBeUndefined()
  })
})

it('completes a name where it was begun', () => {
  expect(completed('Ask @gr today', 4, 7, people[2]!)).toEqual({ text: 'Ask @Grace Hopper today', caret: 18 })
})

it('mentions those whose whole names are there, each once', () => {
  expect(mentionedIn('@Ann Lee and @grace hopper, @Ann Lee!', people).toSorted()).toEqual(['ann lee', 'grace hopper'])
  expect(mentionedIn('@Ann', people)).toEqual(['ann'])
  expect(mentionedIn('Ann, mail me@annlee.example', people)).toEqual([])
})

it('mentions after anything but a letter or a digit', () => {
  for (const text of ['(@Ann) look', 'Hi,@Ann', '“@Ann”', '@ann, look'])
    expect(mentionedIn(text, people)).toEqual(['ann'])
  for (const text of ['me@Ann', 'é@Ann', '7@Ann', '@Anna']) expect(mentionedIn(text, people)).toEqual([])
  expect(offered('(@hop')).toEqual(['Grace Hopper'])
})

it('tells members apart who are called alike', () => {
  const alike = [...people, { user_id: 'other', name: 'ann', email: 'other@example.com' }]
  expect(mentionedIn('@Ann look', alike, ['other'])).toEqual(['other'])
  expect(mentionedIn('@Ann look', alike, ['ann'])).toEqual(['ann'])
  expect(mentionedIn('@Ann look', alike, ['ann', 'other'])).toEqual(['other'])
  expect(mentionedIn('@Ann and @Ann', alike, ['ann', 'other']).toSorted()).toEqual(['ann', 'other'])
  expect(mentionedIn('@Ann look', alike)).toEqual(['ann', 'other'])
  expect(mentionedIn('Look', alike, ['other'])).toEqual([])
  expect(alike.slice(-2).map((person) => labelOf(person, alike))).toEqual(['Grace Hopper', 'ann (other@example.com)'])
})
