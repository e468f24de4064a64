import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../db/ids.ts'
import { databases } from '../testing/database.ts'
import type { Platform } from './platform.ts'

describe.each(databases())('rate limits on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it('count down to nothing left, then refuse', async () => {
    const key = newId()
    const from = Date.now()
    const answers = []
    for (let request = 0; request < 4; request += 1) answers.push(await platform.rateLimits.consume(key, 3))
    expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, false])
    expect(answers.map((answer) => answer.remaining)).toEqual([2, 1, 0, 0])
    expect(answers.every((answer) => answer.limit === 3)).toBe(true)
    for (const { resetAt } of answers) {
      expect(resetAt).toBeGreaterThan(from + 55_000)
      expect(resetAt).toBeLessThanOrEqual(Date.now() + 60_500)
    }
  })

  it('are exact under concurrent requests', async () => {
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.rateLimits.consume(key, 20)))
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(20)
    expect(new Set(answers.map((answer) => answer.remaining)).size).toBe(20)
  })

  it('say that the window ends within a minute, although the clock has been set back', async () => {
    const key = newId()
    await platform.rateLimits.consume(key, 1)
    const setBack = Date.now() - 60 * 60 * 1000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(setBack)
    const { allowed, resetAt } = await platform.rateLimits.consume(key, 1)
    clock.mockRestore()
    expect(allowed).toBe(false)
    expect(resetAt).toBeLessThanOrEqual(setBack + 60_500)
  })

  it('count each key by itself', async () => {
    await platform.rateLimits.consume('one', 1)
    expect(await platform.rateLimits.consume('two', 1)).toMatchObject({ allowed: true, remaining: 0 })
  })
})
