import { expect, it } from 'vitest'
import { wordsOf } from './event-line.tsx'
import { toMessage } from './messages.ts'

const ana = { type: 'member', id: 'ana', name: 'Ana' } as const
const assigned = { type: 'assigned', assignee: 'Ben', assignee_id: 'ben' } as const

it('says who gave a conversation to whom, by their ids', () => {
  const words = (event: typeof assigned | { type: 'assigned'; assignee: string | null }, reader: string) =>
    wordsOf(event, { author: { ...ana } }, reader)
  const own = { ...assigned, assignee: 'Ana', assignee_id: 'ana' } as unknown as typeof assigned
  expect(words(own, 'ana')).toBe('You took it')
  expect(words(own, 'ben')).toBe('Ana took it')
  expect(words(assigned, 'ben')).toBe('Ana gave it to you')
  expect(words(assigned, 'ana')).toBe('You gave it to Ben')
  expect(words({ type: 'assigned', assignee: null }, 'ana')).toBe('You unassigned it')
})

it('says who asked for a person where the AI had no answer', () => {
  const words = (type: 'ai' | 'visitor') =>
    wordsOf({ type: 'handed_over', reason: 'no_answer' }, { author: { type } }, 'ana')
  expect(words('ai')).toBe('The AI had no answer and asked for a person')
  expect(words('visitor')).toBe('The AI had no answer, and the visitor wanted a person')
})

it('tells a message sent with an API key from one of a colleague', () => {
  const message = {
    id: 'm',
    role: 'human',
    content: 'Hi',
    created_at: '',
    action: null,
    action_required: false,
  } as const
  const author = (of: Parameters<typeof toMessage>[1]) => toMessage(message, of, 'ana').author
  expect(author({ type: 'key', id: 'k', name: 'Ben' })).toEqual({ name: 'The key “Ben”', isReader: false })
  expect(author({ type: 'key' })).toEqual({ name: 'An API key', isReader: false })
  expect(author({ type: 'member', id: 'ben', name: 'Ben' })).toEqual({ name: 'Ben', isReader: false })
})
