import { describe, expect, it } from 'vitest'
import { presentVisitMessage } from './presenter.ts'

const hours = { source_id: 's1', title: 'Hours', url: 'https://pool.example/hours', quote: 'Opens at 8:00.', score: 1 }
const rules = { source_id: 's2', title: 'Rules', url: null, quote: 'No dogs.', score: 1 }
const tickets = {
  source_id: 's3',
  title: 'Tickets',
  url: 'https://pool.example/tickets',
  quote: '14.50 euros',
  score: 1,
}

const sentence = (text: string, passages: number[], verdict = 'supported') => ({ text, passages, verdict, missing: [] })

function citedIn(content: string, sentences: object[] | null) {
  const item = presentVisitMessage({
    ...{ id: 'm', position: 3, role: 'assistant', content, action: null, action_required: 0, created_at: 0 },
    ...{ user_id: null, author_type: null, key_id: null, user_name: null, key_name: null, offer: null },
    citations: JSON.stringify([hours, rules, tickets]),
    sentences: sentences && JSON.stringify(sentences),
  })
  return 'message' in item ? item.message : undefined
}

describe('a message as its visitor sees it', () => {
  it('says where a sentence ends that rests on web pages, and on which of those it names', () => {
    const text = 'Hello! It opens at 8:00. Dogs stay out. It costs 14.50 euros.'
    const message = citedIn(text, [
      sentence('Hello!', [], 'exempt'),
      sentence('It never closes.', [0], 'dropped'),
      sentence('It opens at 8:00.', [0]),
      sentence('Dogs stay out.', [1]),
      sentence('It costs 14.50 euros.', [2, 1, 2, 0]),
    ])!
    expect(message.sources.map(({ title }) => title)).toEqual(['Hours', 'Tickets'])
    expect(message.cited).toEqual([
      { end: text.indexOf(' Dogs'), sources: [0] },
      { end: text.length, sources: [1, 0] },
    ])
  })

  it('numbers nothing that the sources do not support, or that was not checked', () => {
    expect(citedIn('It is free.', [sentence('It is free.', [0], 'unsupported')])!.cited).toEqual([])
    expect(citedIn('It is free.', null)!.cited).toEqual([])
  })
})
