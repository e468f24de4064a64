import { expect, it } from 'vitest'
import { arrivals, isAttended } from './arrivals.ts'
import type { Item } from './types.ts'

/** A conversation in short: `Ana:` speaks, `>Ana` takes over, `>` people are to take over, `<` gives back, `x` closes. */
const conversation = (text: string, minutesApart = 1): Item[] =>
  text.split(' ').map((word, index) => {
    const name = word.replace(/\W/g, '')
    const author = name === '' || name === 'ai' || name === 'x' ? null : { name, initials: name[0] }
    const types: Record<string, string> = { '>': 'handed_over', '<': 'given_back', x: 'closed' }
    const said = { message: { id: String(index), author, role: author ? 'human' : 'visitor' } }
    const happened = { event: { type: types[word[0]!], author } }
    const at = new Date(index * minutesApart * 60_000).toISOString()
    return { position: `${index}.0`, at, ...(word.endsWith(':') ? said : happened) } as Item
  })

it.each([
  ['ai: > Ana: ai: Ana: Ben: Ana:', ['2 Ana', '5 Ben']],
  ['ai: >Ana Ana: Ben:', ['3 Ben']],
  ['> Ana: < ai: > Ana: x > Ana:', ['1 Ana', '5 Ana', '8 Ana']],
  ['ai: > ai:', []],
])('in %j', (text, expected) => {
  const found = [...arrivals(conversation(text))].map(([position, name]) => `${Number.parseInt(position, 10)} ${name}`)
  expect(found).toEqual(expected)
})

it.each([
  ['', 1, false],
  ['ai: > ai:', 1, false],
  ['ai: >Ana', 1, true],
  ['ai: > Ana: ai:', 1, true],
  ['ai: > Ana: ai:', 20, false],
  ['ai: > Ana: ai: Ana:', 20, true],
])('in %j at %i minutes a step, somebody is there: %j', (text, minutes, expected) => {
  expect(isAttended(text === '' ? [] : conversation(text, minutes))).toBe(expected)
})
