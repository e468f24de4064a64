import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildImported } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { startOverview, updateSums } from './index.ts'

const HOUR_MS = 3_600_000
const HOURS = 500 // to sum: seconds' work

describe.each(databases())('keeping the overview on $name', (database) => {
  let test: TestApp

  beforeAll(async () => {
    test = await createTestApp({ database })
  })
  afterAll(() => test.close())

  const stale = async (hours: number) => {
    const owner = await test.signUp()
    const { id: agent_id } = await buildAgent(test, owner)
    await updateSums(test.deps, owner.organizationId)
    const place = { organization_id: owner.organizationId, agent_id, origin: 'widget' as const }
    const rows = Array.from({ length: hours }, (_, at) => ({ ...place, id: newId(), started_at: at * HOUR_MS }))
    for (let at = 0; at < hours; at += 500)
      await test.deps.database.transaction((tx) =>
        tx
          .insertInto('stale_hours')
          .values(rows.slice(at, at + 500))
          .execute(),
      )
    return owner
  }
  const left = async ({ organizationId }: Owner) => {
    const hours = test.deps.database.read.selectFrom('stale_hours').select('id')
    return (await hours.where('organization_id', '=', organizationId).execute()).length
  }

  it("sums one organization's numbers while those of another are counted anew", async () => {
    const [large, small] = [await stale(HOURS), await stale(1)]
    const stop = startOverview(test.deps)
    await vi.waitFor(async () => expect(await left(small)).toBe(0), { timeout: 30_000, interval: 20 })
    expect(await left(large)).toBeGreaterThan(0)
    await stop()
  })

  it('sums the hours of another time zone as soon as it is chosen, and says that it counts until then', async () => {
    const owner = await test.signUp()
    const { id: agent } = await buildAgent(test, owner)
    await buildImported(test, owner, agent, { messages: [{ role: 'visitor', content: 'Hello' }] })
    const params = { organization: owner.organizationId }
    const overview = async () => {
      const { data } = await test.request('getOverview', { params, query: { range: '24h' } }, owner)
      return [data.is_counting, data.series.reduce((sum, { conversations }) => sum + conversations, 0)]
    }
    await updateSums(test.deps, owner.organizationId)
    expect(await overview()).toEqual([false, 1])
    await test.request('updateOrganization', { params, body: { time_zone: 'Asia/Kolkata' } }, owner)
    expect((await overview())[0]).toBe(true)
    await updateSums(test.deps, owner.organizationId)
    expect(await overview()).toEqual([false, 1])

    await test.request('updateOrganization', { params, body: { time_zone: 'Asia/Kathmandu' } }, owner)
    const stop = startOverview(test.deps) // as after a restart, which the event does not outlive
    await vi.waitFor(async () => expect(await overview()).toEqual([false, 1]), { timeout: 30_000, interval: 100 })
    await stop()
  })
})
