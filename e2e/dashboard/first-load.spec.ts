import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { BUDGET, describeFirstLoads, firstLoads } from '../../build/first-load.ts'
import { ensureDashboard } from '../../src/server/http/build-dashboard.ts'

const folder = resolve(import.meta.dirname, '../../dist/dashboard')

test('a first visit loads at most 145 kB of JavaScript (gzip), whatever the address', async () => {
  await ensureDashboard(folder)
  const loads = firstLoads(folder)
  console.log(describeFirstLoads(loads, true))
  const routes = loads.map(({ route }) => route)
  expect(routes).toEqual(
    expect.arrayContaining(['/sign-in', '/setup', '/agents', '/inbox', '/agents/$agentId/sources']),
  )
  const over = loads.filter(({ bytes }) => bytes > BUDGET)
  expect(over, describeFirstLoads(over, true)).toEqual([])
})
