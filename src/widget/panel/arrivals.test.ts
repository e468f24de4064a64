import { expect, it } from 'vitest'
import { arrivals } from './arrivals.ts'
import type { Item } from './types.ts'

/** A conversation in short: `Ana:` speaks, `>Ana` takes over, `>` people are to take over, `<` gives back, `x` closes. */
const conversation = (text: string): Item[] =>
  text.split(' ').map((word, index) => {
    const name = word.replace(/\W/g, '')
    const author = name === '' || name === 'ai' || name === 'x' ? null : { name, initials: name[0] }
    const types: Record<string, string> = { '>': 'handed_over', '<': 'given_back', x: 'closed' }
    const said = { message: { id: String(index), author } }
    const happened = { event: { type: types[word[0]!], author } }
    return { position: `${index}.0`, at: '', ...(word.endsWith(':') ? said : happened) } as Item
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
