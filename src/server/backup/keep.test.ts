import { describe, expect, it } from 'vitest'
import { nameOf, timeOf } from './folders.ts'
import { lastDue, superfluous } from './keep.ts'

const at = (text: string) => new Date(text).getTime() // by this machine's clock

describe('backups that are kept', () => {
  const nights = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ at: at('2026-11-29T03:00') - index * 24 * 60 * 60 * 1000 }))

  it('are the newest of each day and of each week', () => {
    const all = [{ at: at('2026-11-29T15:00') }, ...nights(60)]
    const gone = superfluous(all, { daily: 7, weekly: 4 })
    const kept = all.filter((backup) => !gone.includes(backup)).map((backup) => nameOf(backup.at).slice(6, 14))
    // 29 November 2026 is a Sunday, so the first week's newest is that day's.
    expect(kept).toEqual([
      '20261129',
      '20261128',
      '20261127',
      '20261126',
      '20261125',
      '20261124',
      '20261123',
      '20261122',
      '20261115',
      '20261108',
    ])
    expect(gone).toContain(all[1])
  })

  it('are none but the newest day, if so wished, and never none', () => {
    expect(superfluous(nights(3), { daily: 1, weekly: 0 })).toHaveLength(2)
  })
})

describe('the time of a backup', () => {
  it('is in its name, and in no other folder’s', () => {
    expect(timeOf(nameOf(at('2026-11-29T03:07')))).toBe(at('2026-11-29T03:07'))
    for (const name of ['baton-20261129-0307.part', 'monday']) expect(timeOf(name)).toBeUndefined()
  })

  it('is due once a day, by the clock', () => {
    expect(lastDue(at('2026-11-29T03:00'), '03:00')).toBe(at('2026-11-29T03:00'))
    expect(lastDue(at('2026-11-29T02:59'), '03:00')).toBe(at('2026-11-28T03:00'))
  })
})
