import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyRequest, textOf } from './requests.ts'

it.each([
  { value: { toString: 1, valueOf: 2 }, text: '{"toString":1,"valueOf":2}' },
  { value: JSON.parse('{"__proto__": null}'), text: '{"__proto__":null}' },
  { value: [{ a: 1 }], text: '[{"a":1}]' },
  { value: null, text: 'null' },
  { value: 'page', text: 'page' },
  { value: 1.5, text: '1.5' },
])('writes any JSON value into a query: $text', ({ value, text }) => expect(textOf(value)).toBe(text))

it('makes a request from any seed', () => {
  for (let seed = 1; seed <= 40; seed += 1) expect(fc.sample(anyRequest, { seed, numRuns: 250 })).toHaveLength(250)
})
