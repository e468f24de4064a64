import { describe, expect, it } from 'vitest'
import type { Item, Unsent } from './types.ts'
import { notYetIn } from './unsent.ts'

const said = (position: string, content: string, role = 'visitor', files: string[] = []) =>
  ({ position, at: '', message: { role, content, attachments: files.map((id) => ({ id })) } }) as unknown as Item
const unsent = (content: string, after: string | null, more: object = {}) =>
  ({
    id: crypto.randomUUID(),
    content,
    files: [],
    after,
    writer: 'w',
    isProved: false,
    problem: null,
    ...more,
  }) as Unsent

describe('unsent messages beside the thread', () => {
  it('are left out once they stand in it', () => {
    const items = [said('1.0', 'Hello', 'assistant'), said('2.0', 'When do you open?')]
    expect(notYetIn(items, [unsent('When do you open?', '1.0')])).toEqual([])
    const other = unsent('And on Sundays?', '1.0')
    expect(notYetIn(items, [other])).toEqual([other])
  })

  it('stay where the same words stood there before', () => {
    const again = unsent('Hello?', '2.0')
    expect(notYetIn([said('1.0', 'Hello', 'assistant'), said('2.0', 'Hello?')], [again])).toEqual([again])
  })

  it('are left out as often as they stand in it', () => {
    const [first, second] = [unsent('Hello?', null), unsent('Hello?', null)]
    expect(notYetIn([said('1.0', 'Hello?')], [first, second])).toEqual([second])
  })

  it('are known by their files, too, and are no words of others', () => {
    const pictures = unsent('', '1.0', { files: [{ id: 'a' }, { id: 'b' }] })
    expect(notYetIn([said('2.0', '', 'visitor', ['a'])], [pictures])).toEqual([pictures])
    expect(notYetIn([said('2.0', '', 'visitor', ['a', 'b'])], [pictures])).toEqual([])
    const word = unsent('Yes', '1.0')
    expect(notYetIn([said('2.0', 'Yes', 'assistant')], [word])).toEqual([word])
  })

  it('stay where they were refused or are held back', () => {
    const refused = unsent('Hello?', '1.0', { problem: 423 })
    expect(notYetIn([said('2.0', 'Hello?')], [refused])).toEqual([refused])
  })
})
