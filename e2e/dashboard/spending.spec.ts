import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, type Request, type Route, test } from '@playwright/test'
import { type RateClass, rateLimits } from '#contract/limits.ts'
import { publicRoutes } from '#contract/public-routes.ts'
import { basePaths } from '#contract/route.ts'
import { greet, makeAgent, openStage, type Place, type Stage, say } from './support/stage.ts'

const AGENTS = 10
const MINUTES = 10
const STEP_MS = 1_000 // milliseconds of simulated time between two runs of the page's timers
const NEWS_EVERY = 20 // steps between two messages of visitors
const WINDOW_MS = 60_000
const UNLIMITED = JSON.stringify({ read: 1e9, write: 1e9, training: 1e9, polling: 1e9 })

interface Spent {
  at: number
  rate: RateClass
}

/**
 * The page's clock is simulated and the server's is not, so the test itself counts requests against the rate limits.
 */
test.describe('ten minutes with the inbox open, ten agents', () => {
  let stage: Stage
  const places: Place[] = []

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser, { env: { RATE_LIMITS: UNLIMITED } })
    for (let index = 0; index < AGENTS; index += 1)
      places.push(await greet(stage, await makeAgent(stage, `Agent ${index + 1}`), `Visitor ${index + 1}`))
  })
  test.afterAll(() => stage.close())

  for (const way of ['with the event stream', 'by polling alone'] as const)
    test(way, async () => {
      const { page } = stage
      const spent: Spent[] = []
      let refused = 0
      let asked = 0
      let now = Date.now()
      await page.clock.install({ time: now })
      if (way === 'by polling alone') await page.route('**/api/v1/organizations/*/events', (route) => route.abort())
      const underWay = new Set<Request>()
      page.on('request', (request) => {
        if (request.resourceType() === 'eventsource') return
        underWay.add(request)
        asked += 1
      })
      for (const event of ['requestfinished', 'requestfailed'] as const)
        page.on(event as 'requestfinished', (request) => underWay.delete(request))
      await page.route('**/v1/**', async (route) => {
        const rate = rateOf(route)
        if (!rate) return route.fallback()
        const recent = spent.filter((one) => one.rate === rate && one.at > now - WINDOW_MS).length
        spent.push({ at: now, rate })
        const limit = rateLimits[rate]
        if (recent >= limit) refused += 1
        const answer = await route.fetch()
        const remaining = Math.max(0, limit - recent - 1)
        const headers = {
          ...answer.headers(),
          'x-ratelimit-limit': `${limit}`,
          'x-ratelimit-remaining': `${remaining}`,
        }
        await route.fulfill({ response: answer, headers })
      })
      await page.goto(`/inbox/${places[0]!.agent}/${places[0]!.conversation}`)
      await expect(page.getByRole('textbox', { name: 'Reply to Visitor 1' })).toBeVisible()
      for (let step = 0; step < (MINUTES * 60_000) / STEP_MS; step += 1) {
        if (step % NEWS_EVERY === 0) await say(stage, places[(step / NEWS_EVERY) % AGENTS]!, `Are you there, ${step}?`)
        now += STEP_MS
        await page.clock.runFor(STEP_MS)
        // Real answers come within a second of simulated time, so wait for all of them before the next step.
        for (const deadline = Date.now() + 2_000; underWay.size > 0 && Date.now() < deadline; ) await nextTurn()
        underWay.clear()
      }
      const totals = Object.entries(Object.groupBy(spent, ({ rate }) => rate)).map(
        ([rate, all]) =>
          `${rate} ${all!.length}, at most ${busiest(all!)} of ${rateLimits[rate as RateClass]} a minute`,
      )
      console.log(`     ${way}: ${totals.join('; ')}`)
      expect(refused).toBe(0)
      expect(asked).toBeGreaterThan(MINUTES)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})

const patterns = Object.values(publicRoutes).map(({ method, path, rate }) => ({
  method,
  rate,
  pattern: new RegExp(`^${basePaths.public}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The rate limit class of the public API that a request counts towards. */
function rateOf(route: Route): RateClass | undefined {
  const { pathname } = new URL(route.request().url())
  return patterns.find(({ method, pattern }) => route.request().method() === method && pattern.test(pathname))?.rate
}

function busiest(spent: Spent[]): number {
  return Math.max(...spent.map(({ at }) => spent.filter((one) => one.at > at - WINDOW_MS && one.at <= at).length))
}
