import { expect, it } from 'vitest'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { samplePart } from '../testing/samples.ts'
import { offeredReply } from './unsent-replies.ts'

const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`
const thread = (...said: [Message['role'], number][]) => {
  const messages = said.map(([role, minute], index) => ({
    id: `${index}`,
    role,
    content: '',
    action: null,
    action_required: false,
    created_at: at(minute),
  }))
  return samplePart(messages)
}
const reply = (minute: number) => ({ id: `r${minute}`, content: 'At nine.', created_at: at(minute) })

it('offers the newest until somebody has replied', () => {
  expect(offeredReply([reply(3), reply(1)], thread(['assistant', 0], ['visitor', 3]))?.id).toBe('r3')
  expect(offeredReply([reply(3)], thread(['visitor', 3], ['visitor', 4]))?.id).toBe('r3')
  expect(offeredReply([reply(3)], thread(['visitor', 3], ['human', 4]))).toBeUndefined()
  expect(offeredReply([reply(3)], thread(['visitor', 3], ['assistant', 5], ['visitor', 6]))).toBeUndefined()
  expect(offeredReply([], thread(['visitor', 3]))).toBeUndefined()
})
