import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyUp } from '../../housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { holdCredit } from './held-credits.ts'
import { selectUsage } from './queries.ts'

const MINUTE_MS = 60_000

describe.each(databases())('a held credit on $name', (database) => {
  let time = Date.parse('2026-11-10T12:00:00Z')
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time, worker: false })
  })
  afterAll(() => test.close())

  it('is given back once its process has died, and counts while it may still be spent', async () => {
    const { organizationId: id } = await test.signUp()
    const used = async () => (await selectUsage(test.deps.database.read, id, '2026-11')).message_credits
    const hold = () => holdCredit(test.deps, { id, plan: 'premium' })
    const left = await hold() // as by a process that dies now
    await (await hold()).spend()
    await (await hold()).giveBack()
    time += 9 * MINUTE_MS
    await tidyUp(test.deps)
    expect(await used()).toBe(2)
    time += 2 * MINUTE_MS
    await tidyUp(test.deps)
    expect(await used()).toBe(1)
    await left.giveBack()
    await tidyUp(test.deps)
    expect(await used()).toBe(1)
  })
})
