import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { databases } from '../../testing/database.ts'
import { planOf } from '../../testing/query-plan.ts'
import { selectConversationsAfter } from './queries.ts'

let platform: Platform
beforeAll(async () => {
  platform = await databases()[0]!.create()
})
afterAll(() => platform.close())

it("counts an organization's conversations anew without reading those of others", async () => {
  const plan = await planOf(platform.database.read, (db) => selectConversationsAfter(db, 'acme', '', 20))
  expect(plan).toEqual([
    expect.stringMatching(/USING COVERING INDEX conversations_of_organization \(organization_id=\? AND id>\?\)/),
  ])
})
