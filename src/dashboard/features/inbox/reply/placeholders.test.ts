import { describe, expect, it } from 'vitest'
import { fillIn, type Known, unfilledIn } from './placeholders.ts'

const nothing: Known = {
  'visitor.name': null,
  'visitor.email': null,
  'member.name': 'Grace',
  'agent.name': 'Front desk',
}

describe('fillIn', () => {
  it('puts in what is known, wherever and however often it is named', () => {
    const known = { ...nothing, 'visitor.name': ' Ana ', 'visitor.email': 'ana@example.com' }
    expect(fillIn('Hi {{visitor.name|there}}, {{visitor.name}}!\n{{ visitor.email }}', known)).toBe(
      'Hi Ana, Ana!\nana@example.com',
    )
    expect(fillIn('{{member.name}} of {{agent.name|us}}', known)).toBe('Grace of Front desk')
  })

  it('puts the fallback where nothing is known, even an empty one, and otherwise leaves the placeholder', () => {
    expect(fillIn('Hi {{visitor.name|there}}{{visitor.email|}}.', nothing)).toBe('Hi there.')
    expect(fillIn('Hi {{visitor.name}}, {{visitor.phone}}', nothing)).toBe('Hi {{visitor.name}}, {{visitor.phone}}')
    expect(fillIn('{{visitor.name|you}}', { ...nothing, 'visitor.name': '  ' })).toBe('you')
  })

  it('takes a name for what it is, whatever stands in it', () => {
    const known = { ...nothing, 'visitor.name': '$& {{member.name}}' }
    expect(fillIn('{{visitor.name}}', known)).toBe('$& {{member.name}}')
    expect(fillIn('{{ other }} {visitor.name} {{visitor}}', known)).toBe('{{ other }} {visitor.name} {{visitor}}')
  })
})

it('finds what is left to fill in, in words', () => {
  const text = 'Hi {{visitor.name}}, is {{ visitor.email }} yours? {{visitor.phone|}}'
  expect(unfilledIn(text).map(({ start, end, means }) => [text.slice(start, end), means])).toEqual([
    ['{{visitor.name}}', 'the visitor’s name'],
    ['{{ visitor.email }}', 'the visitor’s email address'],
    ['{{visitor.phone|}}', '{{visitor.phone|}}'],
  ])
  expect(unfilledIn('Hi {{ name }}')).toEqual([])
})
