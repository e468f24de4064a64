import { expect, it } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { type Written, withPiece } from './written.ts'

const after = (events: readonly StreamEvent[]) => events.reduce<Written | null>(withPiece, null)
const piece = (reply_id: string, seq: number, text: string): StreamEvent => ({
  type: 'reply.delta',
  conversation_id: 'one',
  reply_id,
  seq,
  text,
})

it('joins the pieces of a reply, and begins anew with the next one', () => {
  expect(after([piece('a', 0, 'We are'), piece('a', 1, ' open')])?.text).toBe('We are open')
  expect(after([piece('a', 0, 'We are'), piece('b', 0, 'Until')])?.text).toBe('Until')
})

it('shows nothing of a reply of which a piece is missing', () => {
  expect(after([piece('a', 1, ' open')])).toBeNull()
  expect(after([piece('a', 0, 'We are'), piece('a', 2, ' late')])).toBeNull()
  expect(after([piece('a', 0, 'We are'), piece('b', 1, ' open')])).toBeNull()
})

it('forgets what is taken back, and says once it has become a message', () => {
  const begun = piece('a', 0, 'We are')
  const ids = { agent_id: 'agent', conversation_id: 'one' }
  const retracted = (reply_id: string): StreamEvent => ({ type: 'reply.retracted', conversation_id: 'one', reply_id })
  expect(after([begun, retracted('a')])).toBeNull()
  expect(after([begun, retracted('b')])?.text).toBe('We are')
  const stored = after([begun, { type: 'message.created', ...ids, message_id: 'a' }])
  expect(stored).toEqual({ id: 'a', seq: 0, text: 'We are', isStored: true })
  expect(after([begun, { type: 'thread.updated', ...ids }])?.isStored).toBeUndefined()
})
