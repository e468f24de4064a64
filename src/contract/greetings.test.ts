import { expect, it } from 'vitest'
import { defaultGreeting, greetingIn } from './greetings.ts'
import { widgetLocales } from './widget-enums.ts'

/** How each language calls an AI, in the beginnings of words. */
const AI = /AI|\bKI\b|\bIA\b|yapay zekâ|ШІ|ИИ|الاصطناعي|בינה מלאכותית/

it.each(widgetLocales)('the usual greeting says in %s that it is an AI’s, and not where people answer', (locale) => {
  expect(greetingIn(locale, defaultGreeting, true)).toMatch(AI)
  expect(greetingIn(locale, defaultGreeting, false)).not.toMatch(AI)
  expect(greetingIn(locale, defaultGreeting, false).length).toBeGreaterThan(10)
  expect(greetingIn(locale, 'Ahoy!', true)).toBe('Ahoy!')
})
