import { describe, expect, it } from 'vitest'
import { minute, sampleMessage } from '../testing/samples.ts'
import { threadRows } from './rows.ts'

describe('threadRows', () => {
  it('heads a day, and groups what one says in a row', () => {
    const rows = threadRows(
      [
        sampleMessage(1),
        sampleMessage(2),
        sampleMessage(30),
        sampleMessage(31, { role: 'assistant' }),
        sampleMessage(32, { created_at: minute(3 * 1_440) }),
      ],
      false,
    )
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, true])
    expect(rows.map(({ grouped }) => grouped)).toEqual([false, true, false, false, false])
  })

  it('marks where the baton changed hands, though the visitor spoke between', () => {
    const roles = ['assistant', 'visitor', 'human', 'human', 'visitor', 'assistant', 'visitor', 'assistant'] as const
    const rows = threadRows(
      roles.map((role, index) => sampleMessage(index + 1, { role })),
      false,
    )
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

  it('never groups what two people said', () => {
    const by = (position: number, name: string) =>
      sampleMessage(position, { role: 'human', author: { name, isReader: false } })
    const rows = threadRows([by(1, 'Ada'), by(2, 'Bea'), by(3, 'Bea')], false)
    expect(rows.map(({ grouped }) => grouped)).toEqual([false, false, true])
  })

  it('gives a row that is on screen the same look when older messages load above it', () => {
    const newer = [sampleMessage(101), sampleMessage(102), sampleMessage(103)]
    const before = threadRows(newer, true)
    const after = threadRows([sampleMessage(99), sampleMessage(100), ...newer], true)
    expect(before.map(({ message }) => message.id)).toEqual(['message-102', 'message-103'])
    expect(after.slice(-2)).toEqual(before)
    expect(after.at(-1)).toBe(before.at(-1))
  })
})
