import { expect, it } from 'vitest'
import { text, uuid } from './fields.ts'

it('takes an id in capitals for the same', () => {
  expect(uuid.parse('01A1F9B6-1368-7125-80A8-CE90FAD75081')).toBe('01a1f9b6-1368-7125-80a8-ce90fad75081')
})

it.each([
  ['spaces of any width', ' \u00a0\u2003\u3000\n'],
  ['zero-width spaces', '\u200b\u200b'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['empty Braille', '\u2800'],
  ['soft hyphens', '\u00ad'],
  ['marks without a letter', '\u0301\u0489\u064b'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['marks of direction', '\u200e\u202e\u2066'],
  ['invisible mathematical signs', '\u2061\u2064'],
  ['tags', '\u{e0041}'],
  ['Mongolian separators', '\u180e\u180b'],
  ['control characters', '\u0001\u001b'],
])('refuses a required text of %s alone', (_what, blank) => {
  expect(text(100).safeParse(blank).error?.issues[0]?.message).toBe('is required')
  expect(text(100, 2).safeParse(`${blank}${blank}`).success).toBe(false)
  expect(text(100, 0).safeParse(blank).success).toBe(true)
  expect(text(100).safeParse(`a${blank}`).success).toBe(true)
})

it.each(['?', '0', '👍', '1\ufe0f\u20e3', 'é', 'ก', '⠁', '—', '\ue000', '𝄞', '👨‍👩‍👧'])(
  'takes %j for a text',
  (visible) => {
    expect(text(100).parse(visible)).toBe(visible)
  },
)
