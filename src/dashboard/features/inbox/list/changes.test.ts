import { expect, it } from 'vitest'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { changedBetween, changesUntilNow, watchChanges } from './changes.ts'

it('takes conversations for moved by what moves them in a list, and by nothing else', () => {
  const stop = watchChanges()
  const before = changesUntilNow()
  for (const type of ['presence', 'visitor.typing', 'visitor.read', 'conversation.read', 'thread.updated'] as const)
    tellListeners({ type, conversation_id: 'stays' })
  tellListeners({ type: 'message.created', conversation_id: 'moves' })
  stop()
  expect([...changedBetween(before, changesUntilNow())]).toEqual(['moves'])
})
