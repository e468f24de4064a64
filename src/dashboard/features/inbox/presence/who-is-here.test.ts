import { describe, expect, it } from 'vitest'
import { type Here, hereText, present, writingText } from './who-is-here.ts'

const here = (name: string, is_writing = false, at = 0): Here => ({ user_id: name, name, is_writing, at })

describe('who is here', () => {
  it('is gone after 25 seconds of silence, and first while writing', () => {
    const known = [here('Ben', false, 10_000), here('Ada', false, 10_000), here('Zoe', true, 10_000), here('Old')]
    expect(present(known, 25_000).map(({ name }) => name)).toEqual(['Zoe', 'Ada', 'Ben'])
    expect(present(known, 35_000)).toEqual([])
  })

  it('is told in a sentence', () => {
    expect(writingText([here('Ada')])).toBeUndefined()
    expect(writingText([here('Ada', true), here('Ben')])).toBe('Ada is writing')
    expect(writingText([here('Ada', true), here('Ben', true)])).toBe('Ada and Ben are writing')
    expect(writingText(['Ada', 'Ben', 'Zoe'].map((name) => here(name, true)))).toBe('Ada and 2 others are writing')
    expect(hereText([here('Ada')])).toBe('Ada is here too')
    expect(hereText([here('Ada'), here('Ben'), here('Zoe')])).toBe('Ada, Ben and Zoe are here too')
  })
})
