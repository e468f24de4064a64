import { expect, it } from 'vitest'
import { ahead } from './next-attempt.tsx'

const now = Date.parse('2026-01-01T12:00:00.000Z')

it.each([
  ['2026-01-01T12:05:00.000Z', /^in 5 min/],
  ['2026-01-01T12:01:00.000Z', /^in 1 min/],
  ['2026-01-01T12:00:08.000Z', /^in less than a minute$/],
  ['2026-01-01T11:58:00.000Z', /^any moment$/],
])('says when %s is', (at, words) => expect(ahead(at, now)).toMatch(words))
