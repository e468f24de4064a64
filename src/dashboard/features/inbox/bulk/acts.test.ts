import { describe, expect, it } from 'vitest'
import { sampleLine } from '../testing/samples.ts'
import { type Act, addLabel, assignTo, close, describeRefusals, giveBack, removeLabel } from './acts.ts'

const ada = { user_id: 'ada', name: 'Ada' }
const refund = { id: 'refund', name: 'Refund', color: 'gray' as const }
const lines = [
  sampleLine('a', 1, { response_mode: 'human', assignee: ada }),
  sampleLine('b', 2, { response_mode: 'human', labels: [refund] }),
  sampleLine('c', 3, { response_mode: 'ai' }),
]
const undone = (act: Act) => act.undo(lines)

describe('what takes a change of several conversations back', () => {
  it('opens what was closed', () => {
    expect(undone(close)).toEqual([{ ids: ['a', 'b', 'c'], change: { status: 'open' } }])
  })

  it('snoozes what was snoozed, once it is open or with people again', () => {
    const asleep = sampleLine('d', 4, { response_mode: 'human', assignee: ada, snoozed_until: 'visitor' })
    const again = { snoozed: { agentId: asleep.agent_id, conversationId: 'd' }, until: 'visitor' }
    expect(close.undo([...lines, asleep]).at(-1)).toEqual(again)
    expect(giveBack.undo([...lines, asleep]).at(-1)).toEqual(again)
  })

  it('gives each to whom it was before', () => {
    expect(undone(assignTo(ada))).toEqual([
      { ids: ['a'], change: { assignee: 'ada' } },
      { ids: ['b', 'c'], change: { assignee: null } },
    ])
  })

  it('has people answer what people answered, and the same ones', () => {
    expect(undone(giveBack)).toEqual([
      { ids: ['a', 'b'], change: { response_mode: 'human' } },
      { ids: ['a'], change: { assignee: 'ada' } },
      { ids: ['b'], change: { assignee: null } },
    ])
  })

  it('leaves the labels that were there before', () => {
    expect(undone(addLabel(refund))).toEqual([{ ids: ['a', 'c'], change: { labels: { remove: ['refund'] } } }])
    expect(undone(removeLabel(refund))).toEqual([{ ids: ['b'], change: { labels: { add: ['refund'] } } }])
  })
})

it('shows labels as they will be', () => {
  expect(lines.map((line) => addLabel(refund).shown(line).labels)).toEqual([[refund], [refund], [refund]])
  expect(lines.map((line) => removeLabel(refund).shown(line).labels)).toEqual([[], [], []])
})

it('says what was done, and why it was not done to some', () => {
  expect([close.done(1), assignTo(null).done(12)]).toEqual([
    '1 conversation closed',
    '12 conversations assigned to nobody',
  ])
  const codes = [null, 'agent_unavailable', 'something_new', 'agent_unavailable', 'only_human']
  expect(describeRefusals(codes.map((code) => ({ code })))).toBe(
    '2 could not be: the agent is disabled; 1 could not be: the server refused; 1 could not be: only people answer for their agent.',
  )
  expect(describeRefusals([{ code: null }])).toBeUndefined()
})
