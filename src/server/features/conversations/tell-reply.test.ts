import { afterEach, expect, it, vi } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { createReplyTeller } from './tell-reply.ts'

function tellerOf() {
  const told: string[] = []
  const notifications = { tell: (_: string, payload: string) => told.push(payload), subscribe: () => () => {} }
  const reply = { id: 'reply', conversation_id: 'conversation', turn: 1 }
  return {
    told,
    teller: createReplyTeller({ notifications: notifications as never }, reply, { passages: [], actions: [] }),
  }
}

afterEach(() => void vi.useRealTimers())

it('reads a long thought a few times only while a model writes it', () => {
  const { told, teller } = tellerOf()
  const ms = processorMs(() => {
    let text = '<think>'
    while (text.length < 200_000) {
      text += 'hmm '
      teller.writes(text)
    }
    teller.end()
  })
  expect(told).toEqual([])
  expect(ms).toBeLessThan(1_000)
})

it('tells the first words at once', () => {
  const { told, teller } = tellerOf()
  for (const text of ['<think>', '<think>hm', '<think>hm</think>', '<think>hm</think>At', '<think>hm</think>At nine'])
    teller.writes(text)
  expect(told.map((payload) => JSON.parse(payload).text)).toEqual(['At'])
  teller.end()
})

it.each([
  { replies: 1, ms: 50 },
  { replies: 300, ms: 300 },
])('gathers words for $ms ms while a process writes $replies at once', ({ replies, ms }) => {
  vi.useFakeTimers()
  const others = Array.from({ length: replies - 1 }, () => tellerOf().teller)
  const { told, teller } = tellerOf()
  for (const text of ['At', 'At nine', 'At nine or']) teller.writes(text)
  vi.advanceTimersByTime(ms - 1)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told.map((payload) => JSON.parse(payload).text)).toEqual(['At', ' nine or'])
  for (const one of [teller, ...others]) {
    one.end()
    one.end() // as where it was taken back before
  }
})
