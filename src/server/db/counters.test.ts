import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { addToCounter, addToCounters, readCounters, sumCounters } from './counters.ts'
import { newId } from './ids.ts'

describe.each(databases())('counters on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it('begin at 0 and follow every change', async () => {
    const owner = newId()
    const { read, transaction } = platform.database
    expect(await readCounters(read, owner)).toEqual({})
    expect(await readCounters(read, owner, ['open'])).toEqual({ open: 0 })
    await transaction((tx) => addToCounter(tx, owner, 'open', 2))
    await transaction((tx) => addToCounters(tx, owner, { open: -1, closed: 1, none: 0 }))
    expect(await readCounters(read, owner)).toEqual({ open: 1, closed: 1 })
    expect(await readCounters(read, owner, ['open', 'other'])).toEqual({ open: 1, other: 0 })
    expect(await readCounters(read, newId())).toEqual({})
  })

  it('add up by pattern, in which only the star is special', async () => {
    const owner = newId()
    const deltas = { 'chats.open.ai': 1, 'chats.open.human': 2, 'chats.closed.ai': 4, chats_open_ai: 8, 'chats.%': 16 }
    await platform.database.transaction((tx) => addToCounters(tx, owner, deltas))
    const sum = (pattern: string) => sumCounters(platform.database.read, owner, pattern)
    expect(await sum('chats.open.*')).toBe(3)
    expect(await sum('chats.*.ai')).toBe(5)
    expect(await sum('chats_open_ai')).toBe(8)
    expect(await sum('chats.%')).toBe(16)
    expect(await sum('*')).toBe(31)
    expect(await sum('nothing.*')).toBe(0)
  })

  it('lose nothing when transactions change the same ones at once', async () => {
    const owner = newId()
    await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        platform.database.transaction((tx) =>
          addToCounters(tx, owner, turn % 2 ? { first: 1, second: 1 } : { second: 1, first: 1 }),
        ),
      ),
    )
    expect(await readCounters(platform.database.read, owner)).toEqual({ first: 30, second: 30 })
    expect(await readCounters(platform.database.read, owner, ['second'])).toEqual({ second: 30 })
    expect(await sumCounters(platform.database.read, owner, 'second')).toBe(30)
    expect(await sumCounters(platform.database.read, owner, '*')).toBe(60)
  })
})
