import { describe, expect, it } from 'vitest'
import { widgetLocales } from '#contract/widget-enums.ts'
import { expectation } from './expectation.ts'

const now = Date.parse('2026-11-27T18:00:00Z') // a Friday
const away = { isThere: false, usualMinutes: null, backAt: null, zone: 'Europe/Berlin' }
const agent = { name: 'Museum shop', away: '', now }
const back = (at: string) => ({ ...away, backAt: Date.parse(at) })

describe('what a hand-over says of the people who take over', () => {
  it.each([
    ['how long they usually take', { ...away, isThere: true, usualMinutes: 8 }, 'Museum shop’s team usually answers'],
    ['that they come, if little is known', { ...away, isThere: true }, 'An answer comes as soon as somebody is free.'],
    ['that the answer will be here, if all are away', away, 'The answer will be here when you come back.'],
    ['when they are back today', back('2026-11-27T20:30:00Z'), 'Back 9:30 PM. The answer will be here'],
    ['when they are back tomorrow', back('2026-11-28T08:00:00Z'), 'Back tomorrow, 9:00 AM.'],
    ['on which day they are back', back('2026-11-30T08:00:00Z'), 'Back Monday, 9:00 AM.'],
  ])('is %s', (_, prospect, expected) => {
    expect(expectation('en', prospect, agent)).toContain(expected)
  })

  it('is the agent’s own away text instead, if it has one, but not while somebody is there', () => {
    const own = { ...agent, away: 'Back in spring.' }
    expect(expectation('en', away, own)).toBe('Back in spring. The answer will be here when you come back.')
    expect(expectation('en', { ...away, isThere: true }, own)).not.toContain('spring')
  })

  it.each(widgetLocales)('leaves no gap in %s', (language) => {
    for (const prospect of [{ ...away, isThere: true, usualMinutes: 8 }, back('2026-11-28T08:00:00Z'), away])
      expect(expectation(language, prospect, agent)).not.toMatch(/[{}]/)
  })
})
