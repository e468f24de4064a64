import { afterEach, expect, it, vi } from 'vitest'
import { labelsFor } from './labels.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['fr-CA', ['de'], 'Ouvrir le chat'],
  ['sv', ['sv-SE', 'de_DE', 'fr'], 'Chat öffnen'],
  ['sv', ['fi', 'is'], 'Open chat'],
])('the launcher of a page in %j, in a browser that prefers %j, reads %j', (language, languages, expected) => {
  vi.stubGlobal('navigator', { languages })
  expect(labelsFor(language)[0]).toBe(expected)
})
