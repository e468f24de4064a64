import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databases } from '../../testing/database.ts'
import { handler, sender, soon } from '../jobs.fixture.ts'
import type { Platform } from '../platform.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases().filter(({ name }) => name === 'sqlite'))('jobs on $name alone', ({ create }) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await create()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await platform.close()
  })

  it('are forgotten a week after they were given up, while the server runs', async () => {
    const { now } = Date
    let late = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + late)
    const send = sender(() => platform)
    const jobs = async () =>
      (await platform.database.read.selectFrom('jobs').select(['payload', 'state']).execute()).map(
        ({ payload, state }) => `${JSON.parse(payload).value} ${state}`,
      )
    const fails = async ({ value }: { value: number }) => {
      if (value < 3) throw new Error('broken')
    }
    await platform.jobs.start([handler(fails, { attempts: 1 })])
    await send(1)
    await vi.waitFor(async () => expect(await jobs()).toEqual(['1 dead']), soon)
    late = 6 * DAY_MS
    await send(2)
    await vi.waitFor(async () => expect(await jobs()).toEqual(['1 dead', '2 dead']), soon)
    late = 8 * DAY_MS
    await send(3)
    await vi.waitFor(async () => expect(await jobs()).toEqual(['2 dead']), soon)
  })
})
