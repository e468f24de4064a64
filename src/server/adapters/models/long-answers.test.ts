import { expect, it } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { readCitations } from './citations.ts'
import { shortened, wholeSentences, withoutReasoning } from './provider-text.ts'
import { shownText } from './shown-text.ts'
import { mayBeCall } from './written-call.ts'

const LONGEST = 4 * 1_048_576 // characters; what a provider's answer may have at most

// Work that grows with the square of the length takes hours for these, and work that grows with the length well under
// the bound, however busy the machine is.
const BOUND_MS = 4_000

const long = (piece: string) => `At nine.${piece.repeat(LONGEST / piece.length)}x`

it.each<[string, string]>([
  ['line breaks', '\n'],
  ['spaces', ' '],
  ['spaces and line breaks', ' \n'],
  ['tags that end thoughts', '</think>'],
  ['thoughts', '<think>a</think> '],
  ['tags that end an answer', '<|end|> '],
  ['brackets', '['],
  ['backticks', '`'],
  ['exclamation marks', 'a!'],
])('reads a provider’s answer of 4 MB of %s in time that grows with its length', (_, piece) => {
  const text = long(piece)
  const ms: Record<string, number> = {
    withoutReasoning: processorMs(() => withoutReasoning(text)),
    readCitations: processorMs(() => readCitations(text, [])),
    shownText: processorMs(() => shownText(text, [])),
    shortened: processorMs(() => shortened(text, 10_000)),
  }
  for (const [name, took] of Object.entries(ms)) expect(took, name).toBeLessThan(BOUND_MS)
})

it('finds the last whole sentence of 10,000 characters at once', () => {
  expect(processorMs(() => wholeSentences('a!'.repeat(5_000)))).toBeLessThan(BOUND_MS)
})

it.each<[string, string]>([
  ['backticks', '`'],
  ['tildes', '~'],
  ['backticks on lines of their own', '`\n'],
  ['code that never ends', ' `` ```'],
  ['tags in code', '`<think>` '],
  ['tags in a block', '\n~~~\n<think>'],
])('reads 4 MB of nothing but %s', (_, piece) => {
  const text = piece.repeat(LONGEST / piece.length)
  for (const written of [text, `${text}x`]) {
    expect(processorMs(() => mayBeCall(written, []))).toBeLessThan(BOUND_MS)
    expect(processorMs(() => shownText(written, []))).toBeLessThan(BOUND_MS)
    expect(processorMs(() => withoutReasoning(written))).toBeLessThan(BOUND_MS)
  }
})
