import { resolve } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { BUDGET, describeFirstLoads, firstLoads } from '../../build/first-load.ts'
import { ensureDashboard } from '../../src/server/http/build-dashboard.ts'
import { answeredVisitor, visitFirst } from '../tools/first-visit.ts'
import { openStage, type Stage } from './support/stage.ts'

/** Scripts without which no screen stands: the page's, what several screens share, and the screen's own. */
const AT_ONCE = 3
const SCRIPTS = 10 // with what a screen loads once it stands
const REQUESTS = 24 // different requests: pages, styles, fonts and API calls; an agent’s Developers page asks for most
const SHIFT = 0.02 // share of the window that moves, by the share of its height that it moves

test('a first visit loads at most 220 kB of JavaScript (gzip) in three files, whatever the address', async () => {
  const folder = resolve(import.meta.dirname, '../../dist/dashboard')
  await ensureDashboard(folder, console.log)
  const loads = firstLoads(folder)
  console.log(describeFirstLoads(loads, true))
  const routes = loads.map(({ route }) => route)
  expect(routes).toEqual(
    expect.arrayContaining(['/sign-in', '/setup', '/agents', '/inbox', '/agents/$agentId/knowledge/sources']),
  )
  const over = loads.filter(({ bytes }) => bytes > BUDGET)
  expect(over, describeFirstLoads(over, true)).toEqual([])
  const split = loads.filter(({ files }) => files.length > AT_ONCE)
  expect(split, describeFirstLoads(split, true)).toEqual([])
})

test.describe('a first visit asks for few things', () => {
  let stage: Stage
  let places: Awaited<ReturnType<typeof answeredVisitor>>
  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    places = await answeredVisitor(stage.url, stage.owner)
  })
  test.afterAll(() => stage.close())

  const announced = async (request: APIRequestContext, path: string) => {
    const { link = '' } = (await request.get(stage.url + path)).headers()
    return [...link.matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, script]) => script!)
  }

  test('and its scripts are announced with the page', async ({ request }) => {
    const scripts = await announced(request, places.thread)
    expect(scripts.map((path) => path.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(
      ['esm', 'inbox', 'inbox-parts', 'inbox-parts', 'late', 'markdown-view', 'parts', 'screens'].map(
        (name) => `/assets/${name}`,
      ),
    )
    for (const path of scripts) expect((await request.get(stage.url + path)).status(), path).toBe(200)
    expect(await announced(request, '/nothing')).toEqual([])
    expect(await announced(request, '/no/such/page')).toEqual([])
  })

  test('and every address announces the scripts of its own screen', async ({ request }) => {
    const page = await (await request.get(`${stage.url}/sign-in`)).text()
    for (const { route, files } of firstLoads(resolve(import.meta.dirname, '../../dist/dashboard'))) {
      if (route.endsWith('/$')) continue // any address that nothing else matches
      const address = route.replaceAll(/\$\w+/g, 'some-id')
      const scripts = await announced(request, address)
      const late = files.filter(({ file }) => !page.includes(file) && !scripts.includes(`/${file}`))
      expect(late, address).toEqual([])
    }
  })

  const screens: [name: string, path: () => string][] = [
    ['sign-in', () => '/sign-in'],
    ['the overview', () => '/overview'],
    ['agents', () => '/agents'],
    ['an agent', () => places.agent],
    ['the playground', () => `${places.agent}/playground`],
    ['sources', () => `${places.agent}/knowledge/sources`],
    ["an agent's settings", () => `${places.agent}/settings`],
    ['developers', () => `${places.agent}/developers`],
    ['the inbox', () => '/inbox'],
    ['the inbox with a conversation open', () => places.thread],
    ['crawls', () => '/crawls'],
    ['settings', () => '/settings/organization'],
    ['API keys', () => '/settings/api-keys'],
  ]
  for (const [name, path] of screens)
    test(name, async ({ browser }) => {
      const session = name === 'sign-in' ? undefined : await stage.page.context().storageState()
      const { requests, scripts } = await visitFirst(browser, stage.url + path(), { session })
      // On a slow machine a query may be polled once before the event stream opens, so count each request once.
      const different = new Set(requests)
      // Announced with the page, which then takes that answer.
      expect(requests.filter((request) => request.endsWith(' /api/v1/start'))).toHaveLength(1)
      expect(requests.indexOf('other /api/v1/start'), 'asked before the scripts are there').toBe(1)
      console.log(`${name}: ${scripts} scripts, ${different.size} different requests of ${requests.length}`)
      expect(scripts, requests.join('\n')).toBeLessThanOrEqual(SCRIPTS)
      expect(different.size, requests.join('\n')).toBeLessThanOrEqual(REQUESTS)
    })

  for (const [path, width] of [
    ['/settings', 390],
    ['/settings/organization', 768],
    ['/developers', 390],
  ] as const)
    test(`and ${path} stands still while it comes, ${width} px wide`, async ({ browser }) => {
      const address = stage.url + (path === '/developers' ? places.agent + path : path)
      const session = await stage.page.context().storageState()
      expect((await visitFirst(browser, address, { session, width })).shift).toBeLessThanOrEqual(SHIFT)
    })
})
