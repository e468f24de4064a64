import { expect, it } from 'vitest'
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
