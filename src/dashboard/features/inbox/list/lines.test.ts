import { describe, expect, it } from 'vitest'
import { inboxViews } from '#contract/enums.ts'
import { minute, sampleLine } from '../testing/samples.ts'
import { appendLines, belongs, changeLine, comparing, isUnread, type Line, mergeLines, reaches } from './lines.ts'

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

  it('ends with the head in a list by waiting once something below may have moved anywhere', () => {
    const lines = [1, 2, 3, 4].map((at) => sampleLine(`w${at}`, at, { waiting_since: minute(at) }))
    const [known, head] = [list(lines, 'after w4'), list(lines.slice(0, 2), 'after w2')]
    const merge = (changed: string) => mergeLines(head, known, new Set([changed]), comparing('waiting'))
    expect(merge('w1')).toBe(known)
    expect(merge('w3')).toEqual(head)
    expect(merge('elsewhere')).toEqual(head)
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
  // What the server lists in "For me" stays there while it is open and not snoozed.
  const others = inboxViews.filter((view) => view !== 'for_me')
  const viewsOf = (line: Line) => others.filter((view) => belongs(line, view, 'me'))
  const withPeople = { response_mode: 'human', waiting_since: minute(1) } as const
  const mine = { ...withPeople, assignee: { user_id: 'me', name: 'Me' } }

  it('says which views a line stands in', () => {
    expect(viewsOf(sampleLine('w', 1, withPeople))).toEqual(['unassigned', 'open'])
    expect(viewsOf(sampleLine('w', 1, { ...withPeople, waiting_since: null }))).toEqual(['open'])
    expect(viewsOf(sampleLine('w', 1, mine))).toEqual(['mine', 'open'])
    const left = { waiting_since: minute(1), not_answered: true }
    expect(viewsOf(sampleLine('w', 1, left))).toEqual(['unassigned', 'ai'])
    expect(viewsOf(sampleLine('w', 1, { ...mine, assignee: { user_id: 'her', name: 'Her' } }))).toEqual(['open'])
    expect(viewsOf(sampleLine('w', 1, { ...mine, snoozed_until: 'visitor' }))).toEqual(['snoozed'])
    expect(viewsOf(a)).toEqual(['ai'])
    expect(belongs(a, 'for_me', 'me')).toBe(true)
    expect(belongs(sampleLine('w', 1, { ...mine, snoozed_until: 'visitor' }), 'for_me', 'me')).toBe(false)
    expect(viewsOf(sampleLine('x', 1, { ...mine, status: 'closed' }))).toEqual(['closed'])
  })
})

describe('the order of waiting', () => {
  it('has whose visitor has waited longest first, then the others by their activity', () => {
    const since = (at: number) => ({ waiting_since: minute(at) })
    const lines = [a, sampleLine('x', 9, since(5)), sampleLine('y', 9, since(2)), b]
    expect(lines.toSorted(comparing('waiting')).map(({ id }) => id)).toEqual(['y', 'x', 'a', 'b'])
  })
})

describe('changeLine', () => {
  it('starts the wait when a person takes over an unanswered visitor, and ends it with the AI or a close', () => {
    const taken = changeLine(a, { response_mode: 'human' }, minute(20))
    expect(taken.waiting_since).toBe(minute(20))
    expect(changeLine(taken, { response_mode: 'ai' }, minute(21)).waiting_since).toBeNull()
    const left = sampleLine('a', 1, { waiting_since: minute(1), not_answered: true })
    expect(changeLine(left, { labels: [] }, minute(21))).toEqual(left)
    const answered = { waiting_since: null, not_answered: false }
    expect(changeLine(left, { response_mode: 'ai' }, minute(21))).toMatchObject(answered)
    expect(changeLine(left, { response_mode: 'human' }, minute(21))).toMatchObject({ not_answered: false })
    expect(changeLine(taken, { status: 'closed' }, minute(21)).waiting_since).toBeNull()
  })
})

describe('isUnread', () => {
  const unread = (changes: Partial<Line>) => isUnread(sampleLine('a', 6, changes))

  it('begins with the first message that was not read', () => {
    expect([unread({ read_count: 2 }), unread({ read_count: 1 })]).toEqual([false, true])
  })

  it('is over when a person has answered, and where nothing was written', () => {
    const last = { role: 'human' as const, excerpt: '', created_at: minute(9) }
    expect([unread({ last_message: last }), unread({ last_message: null })]).toEqual([false, false])
  })
})
