import { expect, it } from 'vitest'
import { pairQuoted } from './known-pair.ts'

const questions = [
  { question: 'Is parking included?', answer: 'No' },
  { question: 'Is there a lift?', answer: 'Yes.' },
  { question: 'Is there a garden?', answer: 'Yes.' },
  { question: 'Do you ship to Norway?', answer: 'Norway takes 5 days.' },
  { question: 'How long does Sweden take?', answer: 'Sweden takes 3 days. Norway takes 5 days, as Finland does.' },
]
const quoted = (quote: string) => pairQuoted({ version: 2, questions }, { source_id: 'faq', quote })?.question

it('finds the pair that a quote was taken from, whatever shorter answers stand in the quote', () => {
  expect(quoted('Norway takes 5 days.')).toBe('Do you ship to Norway?')
  expect(quoted('Sweden takes 3 days.')).toBe('How long does Sweden take?')
  expect(quoted('Do you ship to Norway? Norway takes 5 days.')).toBe('Do you ship to Norway?')
})

it('finds none where several fit, or nothing does', () => {
  expect(quoted('Yes.')).toBeUndefined()
  expect(quoted('takes')).toBeUndefined()
  expect(quoted('Breakfast is at 7:00.')).toBeUndefined()
  expect(pairQuoted({ version: 2 }, { source_id: 'faq', quote: 'Yes.' })).toBeUndefined()
})
