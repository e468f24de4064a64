import { beforeEach, describe, expect, it } from 'vitest'
import { minute, sampleLine } from '../testing/samples.ts'
import type { Line } from './lines.ts'
import { isUnread, markSeen, markUnseen, parse, seen } from './seen.ts'

const since = Date.parse(minute(5))

beforeEach(() => seen.set({ since, counts: new Map() }))

describe('isUnread, of what was read in this browser', () => {
  it('takes what came before this browser first looked as read', () => {
    expect(isUnread(sampleLine('a', 4), seen.get())).toBe(false)
    expect(isUnread(sampleLine('a', 6), seen.get())).toBe(true)
  })

  it('ends when all of it has been on screen, and begins with the next message', () => {
    markSeen('a', 2)
    expect(isUnread(sampleLine('a', 6), seen.get())).toBe(false)
    expect(isUnread(sampleLine('a', 7, { message_count: 3 }), seen.get())).toBe(true)
  })

  it('never falls behind what has been seen already', () => {
    markSeen('a', 5)
    markSeen('a', 3)
    expect(seen.get()?.counts.get('a')).toBe(5)
  })

  it('is over when a person has answered', () => {
    const last = { role: 'human' as const, excerpt: '', created_at: minute(9) }
    expect(isUnread(sampleLine('a', 9, { message_count: 9, last_message: last }), seen.get())).toBe(false)
  })

  it('does not call for anybody over a greeting', () => {
    const last = { role: 'assistant' as const, excerpt: '', created_at: minute(9) }
    expect(isUnread(sampleLine('a', 9, { message_count: 1, last_message: last }), seen.get())).toBe(false)
  })

  it('can be asked for again', () => {
    markSeen('a', 2)
    markUnseen('a', 2)
    expect(isUnread(sampleLine('a', 6), seen.get())).toBe(true)
  })
})

describe('isUnread, of what the server knows', () => {
  const unread = (changes: Partial<Line>) => isUnread(sampleLine('a', 6, changes), undefined)

  it('begins with the first message that was not read', () => {
    expect([unread({ read_count: 2 }), unread({ read_count: 1 })]).toEqual([false, true])
  })

  it('is over when a person has answered, and where nothing was written', () => {
    const last = { role: 'human' as const, excerpt: '', created_at: minute(9) }
    expect([unread({ last_message: last }), unread({ last_message: null })]).toEqual([false, false])
  })
})

describe('parse', () => {
  it('begins now where nothing, or nonsense, is stored', () => {
    expect(Date.now() - parse(undefined).since).toBeLessThan(1_000)
    expect(parse('{').counts.size).toBe(0)
  })

  it('reads what was stored', () => {
    expect(parse('{"since":5,"counts":[["a",2]]}')).toEqual({ since: 5, counts: new Map([['a', 2]]) })
  })
})
