import { describe, expect, it } from 'vitest'
import { minute, sampleEvent, sampleMessage, samplePart } from '../testing/samples.ts'
import type { ThreadEntry, ThreadMessage } from './messages.ts'
import { threadRows } from './rows.ts'

const rowsOf = (messages: readonly ThreadMessage[], options: { first?: number; entries?: ThreadEntry[] } = {}) =>
  threadRows(samplePart(messages, options)).flatMap((row) => ('message' in row ? [row] : []))

describe('threadRows', () => {
  it('heads a day, and groups what one says in a row', () => {
    const rows = rowsOf([
      sampleMessage(1),
      sampleMessage(2),
      sampleMessage(30),
      sampleMessage(31, { role: 'assistant' }),
      sampleMessage(32, { created_at: minute(3 * 1_440) }),
    ])
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, true])
    expect(rows.map(({ grouped }) => grouped)).toEqual([false, true, false, false, false])
  })

  it('marks where the baton changed hands, though the visitor spoke between', () => {
    const roles = ['assistant', 'visitor', 'human', 'human', 'visitor', 'assistant', 'visitor', 'assistant'] as const
    const rows = rowsOf(roles.map((role, index) => sampleMessage(index + 1, { role })))
    expect(rows.map(({ baton }) => baton)).toEqual([
      undefined,
      undefined,
      'human',
      undefined,
      undefined,
      'ai',
      undefined,
      undefined,
    ])
  })

  it('puts events where they happened, and infers none of which an event tells', () => {
    const messages = [
      sampleMessage(1, { role: 'assistant' }),
      sampleMessage(2),
      sampleMessage(3, { role: 'human' }),
      sampleMessage(4, { role: 'human' }),
    ]
    const entries = [sampleEvent('0.1', 'reopened'), sampleEvent('2.1', 'handed_over'), sampleEvent('3.1', 'closed')]
    const rows = threadRows(samplePart(messages, { entries }))
    expect(rows.map((row) => ('entry' in row ? row.entry.id : row.message.id))).toEqual([
      ...['0.1', 'message-1', 'message-2', '2.1', 'message-3', '3.1', 'message-4'],
    ])
    expect(rowsOf(messages, { entries }).map(({ baton }) => baton)).toEqual(Array(4).fill(undefined))
    expect(rowsOf(messages, { entries }).map(({ grouped }) => grouped)).toEqual(Array(4).fill(false))
    expect(rowsOf(messages).map(({ baton, grouped }) => baton ?? grouped)).toEqual([false, false, 'human', true])
  })

  it('heads a day with a message once the note above it is gone', () => {
    const tomorrow = minute(1_440)
    const messages = [sampleMessage(1), sampleMessage(2, { created_at: tomorrow })]
    const note = { ...sampleEvent('1.1', 'closed'), created_at: tomorrow }
    expect(rowsOf(messages, { entries: [note] }).map(({ startsDay }) => startsDay)).toEqual([true, false])
    expect(rowsOf(messages).map(({ startsDay }) => startsDay)).toEqual([true, true])
  })

  it('never groups what two people said', () => {
    const by = (position: number, name: string) =>
      sampleMessage(position, { role: 'human', author: { name, isReader: false } })
    const rows = rowsOf([by(1, 'Ada'), by(2, 'Bea'), by(3, 'Bea')])
    expect(rows.map(({ grouped }) => grouped)).toEqual([false, false, true])
  })

  it('gives a row that is on screen the same look when older messages load above it', () => {
    const newer = [sampleMessage(101), sampleMessage(102), sampleMessage(103)]
    const before = rowsOf(newer, { first: 101 })
    const after = rowsOf([sampleMessage(99), sampleMessage(100), ...newer], { first: 99 })
    expect(before.map(({ message }) => message.id)).toEqual(['message-102', 'message-103'])
    expect(after.slice(-2)).toEqual(before)
    expect(after.at(-1)).toBe(before.at(-1))
  })
})
