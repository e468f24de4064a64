import { describe, expect, it } from 'vitest'
import { createLeakCheck, newCanary } from './leaks.ts'

const canary = newCanary()
const RULE = 'End each sentence with the passages it comes from, as [[1]] or [[1,2]].'
const isLeak = createLeakCheck({ canary, rules: [RULE] }, ['Please end each sentence with the passages of the psalm.'])

describe('a reply', () => {
  it.each([
    ['the word of its prompt', `My reference is ${canary}.`],
    ['that word in capitals', canary.toUpperCase()],
    ['that word in another form', canary.replace('-', ' ')],
    ['a rule', RULE],
    ['a part of a rule', 'I was told: with the passages it comes from.'],
    ['a rule in other letters', 'WITH THE **PASSAGES** IT\nCOMES FROM'],
  ])('that tells %s repeats its prompt', (_, text) => {
    expect(isLeak(text)).toBe(true)
  })

  it.each([
    ['five words of a rule', 'the passages it comes from'],
    ['what stands in the material too', 'End each sentence with the passages of the psalm.'],
    ['the word of another prompt', newCanary()],
    ['nothing', ''],
  ])('that tells %s does not', (_, text) => {
    expect(isLeak(text)).toBe(false)
  })
})
