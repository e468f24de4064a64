import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { databases } from '../../testing/database.ts'
import { planOf } from '../../testing/query-plan.ts'
import { selectFew } from './queries.ts'

let platform: Platform
beforeAll(async () => {
  platform = await databases()[0]!.create()
})
afterAll(() => platform.close())

it('finds the conversations that somebody has by an index', async () => {
  const plan = await planOf(platform.database.read, (db) => selectFew(db, 'acme', { assignee: 'ada' }, 100))
  expect(plan).toEqual([expect.stringMatching(/INDEX inbox_assigned \(organization_id=\? AND assignee_id=\?/)])
})
