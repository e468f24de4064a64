import { expect, it } from 'vitest'
import { privateDetails, without } from './private-details.ts'

const found = (text: string, names: (string | null)[] = []) =>
  privateDetails(text, names).map(({ text: t, what }) => [t, what])

it('finds what concerns one visitor alone', () => {
  expect(found('Write to ana.silva@example.com, Ana, or call +44 20 7946 0958.', ['Ana Silva', null])).toEqual([
    ['ana.silva@example.com', 'e-mail address'],
    ['+44 20 7946 0958', 'phone number'],
    ['Ana', 'name'],
  ])
  expect(found('Your card 4111 1111 1111 1111 was charged.')).toEqual([['4111 1111 1111 1111', 'card number']])
  expect(found('Привет, Анна!', ['анна'])).toEqual([['Анна', 'name']])
})

it('leaves prices, times and dates alone', () => {
  expect(
    found('It costs 1,250.00 euros from 7:00 to 10:30 until 2026-11-23 or 23.11.2026, code A1B2C3D4.', ['Al']),
  ).toEqual([])
})

it('takes a detail out wherever it stands', () => {
  const detail = { text: 'Ana', what: 'name' } as const
  expect(without('Hello Ana, breakfast is at 7:00. Bye Ana!', detail)).toBe('Hello, breakfast is at 7:00. Bye!')
  expect(without('Ana', detail)).toBe('')
})
