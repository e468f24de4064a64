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

it('finds it in any script and however it is written', () => {
  expect(found("Anna’s parcel, Anna's order and ‘Silva’", ['Anna Silva'])).toEqual([
    ['Anna’s', 'name'],
    ["Anna's", 'name'],
    ['Silva’', 'name'],
  ])
  expect(found('李小龙您好', ['李小龙'])).toEqual([['李小龙', 'name']])
  expect(found('4111\u00a01111\u00a01111\u00a01111')).toEqual([['4111\u00a01111\u00a01111\u00a01111', 'card number']])
  expect(found('Rufen Sie 030 – 901820 an.')).toEqual([['030 – 901820', 'phone number']])
  expect(found('+1 (555) 123\u20114567')).toEqual([['+1 (555) 123\u20114567', 'phone number']])
  expect(found('اتصل ٠٥٠١٢٣٤٥٦٧')).toEqual([['٠٥٠١٢٣٤٥٦٧', 'phone number']])
  expect(found('٤١١١ ١١١١ ١١١١ ١١١١')).toEqual([['٤١١١ ١١١١ ١١١١ ١١١١', 'card number']])
})

it('leaves prices, times and dates alone', () => {
  expect(
    found('It costs 1,250.00 euros from 7:00 to 10:30 until 2026-11-23 or 23.11.2026, code A1B2C3D4.', ['Al']),
  ).toEqual([])
  expect(found('Bed - and breakfast, as the guests’ -- say', ['Ana -- Silva', "'s"])).toEqual([])
  expect(found('Lunch 12.00-14.30 / 18.30-22.00, on Sundays 12.00-14.30 18.30-22.00')).toEqual([])
  expect(found('Breakfast 7.00-10.30, dinner 18.30 – 22.00')).toEqual([])
  expect(found('Call 45.67-89.10')).toEqual([['45.67-89.10', 'phone number']])
  expect(found('Open 2026-11-23 – 2026-12-24, and 01.02.2027 - 03.04.2027.')).toEqual([])
})

it('takes a detail out wherever it stands', () => {
  const detail = { text: 'Ana', what: 'name' } as const
  expect(without('Hello Ana, breakfast is at 7:00. Bye Ana!', detail)).toBe('Hello, breakfast is at 7:00. Bye!')
  expect(without('Ana', detail)).toBe('')
})
