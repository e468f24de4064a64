import { describe, expect, it } from 'vitest'
import { minute, sampleLine } from '../testing/samples.ts'
import { appendLines, belongs, changeLine, type Line, matchesWords, mergeLines, reaches, searchWords } from './lines.ts'

const none: ReadonlySet<string> = new Set()
const list = (lines: readonly Line[], nextCursor: string | null = null) => ({ lines, nextCursor })
const ids = ({ lines }: { lines: readonly Line[] }) => lines.map(({ id }) => id)
const [a, b, c, d] = [sampleLine('a', 9), sampleLine('b', 8), sampleLine('c', 7), sampleLine('d', 6)]

describe('mergeLines', () => {
  it('is the known list itself when the head brings nothing new', () => {
    const known = list([a, b, c, d], 'after d')
    expect(mergeLines(list([{ ...a }, { ...b }], 'after b'), known, none)).toBe(known)
  })

  it('moves a line with new activity to the top, and leaves the others what they were', () => {
    const known = list([a, b, c, d], 'after d')
    const moved = { ...c, updated_at: minute(10), message_count: 3 }
    const merged = mergeLines(list([moved, { ...a }], 'after a'), known, none)
    expect(ids(merged)).toEqual(['c', 'a', 'b', 'd'])
    expect(merged.lines[1]).toBe(a)
    expect(merged.nextCursor).toBe('after d')
  })

  it('drops what has left the part that the head covers', () => {
    expect(ids(mergeLines(list([b, c], 'after c'), list([a, b, c, d]), none))).toEqual(['b', 'c', 'd'])
  })

  it('drops what is known to have changed and is not in the head', () => {
    expect(ids(mergeLines(list([a, b], 'after b'), list([a, b, c, d]), new Set(['d', 'a'])))).toEqual(['a', 'b', 'c'])
  })

  it('is the head alone when that is the whole list', () => {
    expect(mergeLines(list([a]), list([a, b, c], 'after c'), none)).toEqual(list([a]))
  })

  it('orders lines of one moment by id, as the server does', () => {
    const [low, high] = [sampleLine('x1', 8), sampleLine('x2', 8)]
    expect(ids(mergeLines(list([a, high], 'after x2'), list([a, high, low]), none))).toEqual(['a', 'x2', 'x1'])
  })
})

describe('reaches', () => {
  it('needs the head to come down to the newest known line', () => {
    const known = list([c, d])
    expect(reaches(list([a, b], 'after b'), known)).toBe(false)
    expect(reaches(list([a, b, c], 'after c'), known)).toBe(true)
    expect(reaches(list([a, b], null), known)).toBe(true)
  })
})

describe('appendLines', () => {
  it('adds the next page once, without lines that have moved up meanwhile', () => {
    const known = list([a, c], 'after c')
    const grown = appendLines(known, 'after c', list([c, d], null))
    expect(ids(grown)).toEqual(['a', 'c', 'd'])
    expect(appendLines(grown, 'after c', list([c, d], null))).toBe(grown)
  })
})

describe('belongs', () => {
  it('says which views a line stands in', () => {
    const waiting = sampleLine('w', 1, { response_mode: 'human', waiting_since: minute(1) })
    const closed = sampleLine('x', 1, { status: 'closed' })
    expect((['needs_person', 'open', 'ai', 'closed'] as const).filter((view) => belongs(waiting, view))).toEqual([
      'needs_person',
      'open',
    ])
    expect((['needs_person', 'open', 'ai', 'closed'] as const).filter((view) => belongs(a, view))).toEqual([
      'open',
      'ai',
    ])
    expect((['needs_person', 'open', 'ai', 'closed'] as const).filter((view) => belongs(closed, view))).toEqual([
      'closed',
    ])
  })
})

describe('changeLine', () => {
  it('starts the wait when a person takes over an unanswered visitor, and ends it with the AI or a close', () => {
    const taken = changeLine(a, { response_mode: 'human' }, minute(20))
    expect(taken.waiting_since).toBe(minute(20))
    expect(changeLine(taken, { response_mode: 'ai' }, minute(21)).waiting_since).toBeNull()
    expect(changeLine(taken, { status: 'closed' }, minute(21)).waiting_since).toBeNull()
  })
})

describe('matchesWords', () => {
  it('wants every word, wherever it stands', () => {
    const line = sampleLine('s', 1, {
      chat_user: { id: 'v', name: 'Ana Silva', email: 'ana@example.com', identity_verified: true },
    })
    expect(matchesWords(line, searchWords(' SILVA  hello '))).toBe(true)
    expect(matchesWords(line, searchWords('silva goodbye'))).toBe(false)
  })
})
