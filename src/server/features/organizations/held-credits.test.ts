import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { holdCredit } from './held-credits.ts'
import { addUsageWithin, selectUsage } from './queries.ts'

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

  it('is counted in its month, which is forgotten after the next', async () => {
    const { organizationId: id } = await test.signUp()
    await (await holdCredit(test.deps, { id, plan: 'premium' })).spend()
    const months = async () => {
      const query = test.deps.database.read.selectFrom('quota_usage').select('period').distinct()
      return (await query.where('organization_id', '=', id).orderBy('period').execute()).map(({ period }) => period)
    }
    await test.deps.database.transaction((tx) =>
      addUsageWithin(tx, { organization_id: id, name: 'urls', period: '', used: 1 }, 10),
    )
    time = Date.parse('2026-12-31T12:00:00Z')
    await tidyUp(test.deps)
    expect(await months()).toEqual(['', '2026-11'])
    time = Date.parse('2027-01-01T12:00:00Z')
    await tidyUp(test.deps)
    expect(await months()).toEqual([''])
  })
})
