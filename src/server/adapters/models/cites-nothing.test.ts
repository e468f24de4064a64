import { describe, expect, it } from 'vitest'
import { citesNothing, type Told } from './cites-nothing.ts'

const told: Told = { decision: 'answered', reason: null, model: 'theirs', citations: [], question: 'Do you ship?' }
const of = (changes: Partial<Told>) => citesNothing({ ...told, ...changes }, 'built-in')

describe('citesNothing', () => {
  it('marks an answer of a provider’s model that names no passage', () => {
    expect(of({})).toBe(true)
  })

  it.each<[string, Partial<Told>]>([
    ['cites one', { citations: [{}] }],
    ['is the built-in model’s', { model: 'built-in' }],
    ['answers a greeting', { question: 'Hello there!' }],
    ['confirms a form', { question: null }],
    ['shows a form', { reason: 'action' }],
    ['gives no answer', { decision: 'unknown', reason: 'not_supported' }],
  ])('does not mark a reply that %s', (_, changes) => {
    expect(of(changes)).toBe(false)
  })
})
