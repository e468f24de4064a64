import { expect, it } from 'vitest'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { changedBetween, changesUntilNow, watchChanges } from './changes.ts'

it('takes conversations for moved by what moves them in a list, and by nothing else', () => {
  const stop = watchChanges()
  const before = changesUntilNow()
  const stays = { agent_id: 'agent', conversation_id: 'stays' }
  for (const type of ['visitor.typing', 'visitor.read', 'thread.updated'] as const) tellListeners({ type, ...stays })
  tellListeners({ type: 'presence', ...stays, user_id: 'ana', user_name: 'Ana', is_writing: true })
  tellListeners({ type: 'conversation.read', conversation_id: 'stays', user_id: 'ana', read_count: 1 })
  tellListeners({ type: 'message.created', agent_id: 'agent', conversation_id: 'moves', message_id: 'one' })
  stop()
  expect([...changedBetween(before, changesUntilNow())]).toEqual(['moves'])
})
