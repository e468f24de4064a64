import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import type { Operations, ReplyEvent } from './operations.ts'

/** The two operations of a server whose agent answers at once, and the keys that they were sent. */
function answering() {
  const keys: (string | undefined)[] = []
  const conversations = {
    create: async (_agent: string, _body: object, { idempotencyKey }: { idempotencyKey?: string }) => {
      keys.push(idempotencyKey)
      return { id: 'c' }
    },
  }
  const messages = {
    async *stream(
      _agent: string,
      _conversation: string,
      _body: object,
      { idempotencyKey }: { idempotencyKey?: string },
    ) {
      keys.push(idempotencyKey)
      yield { type: 'done', data: { outcome: 'answered' } } as ReplyEvent
    },
  }
  return { operations: { conversations, messages } as unknown as Operations, keys }
}

describe('asking', () => {
  it('makes its conversation under the key that it is given, so that asking again makes no other one', async () => {
    const { operations, keys } = answering()
    await ask(operations, 'a', 'Hello', { idempotencyKey: 'order 7' })
    expect(keys).toEqual(['order 7', 'order 7'])
  })

  it('leaves the conversation a key of its own where none is given', async () => {
    const { operations, keys } = answering()
    await ask(operations, 'a', 'Hello', {})
    expect(keys).toEqual([undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })
})
