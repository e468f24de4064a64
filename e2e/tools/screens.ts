/**
 * Takes a screenshot of every screen and its main states, in both themes at 390, 768 and 1440 px width, with real data
 * on a fresh server, and has axe look at each: `node e2e/tools/screens.ts <folder> [part of a name] [width]`. Ends with
 * 1 if axe found anything, or a screen could not be reached.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright'
import { startMailServer } from '#server/testing/mail-server.ts'
import { violations } from './accessibility.ts'
import { browserOptions, findBrowser } from './browser.ts'
import { ownerAccount } from './client.ts'
import { removeData, startProduct } from './product.ts'
import { populate, serveSite, type World } from './screens-data.ts'
import { floating, opens, type Shot, shots } from './screens-shots.ts'

const widths = [390, 768, 1440]
const heights: Record<number, number> = { 390: 844, 768: 1024, 1440: 900 }
const AT_ONCE = 3 // pages open at once, so that one loads while another is photographed
const QUIET_MS = 250 // milliseconds without a request, after which a page counts as loaded
const SETTLED_WITHIN_MS = 3_000
const themes = ['light', 'dark'] as const

const [folder, part = '', onlyWidth] = process.argv.slice(2)
if (!folder) throw new Error('Say where the pictures go: node e2e/tools/screens.ts <folder>')
const target = resolve(folder)
mkdirSync(target, { recursive: true })

let looked = 0
const problems: string[] = []

const website = await serveSite()
const mailServer = await startMailServer()
const product = await startProduct({ env: { OUTBOUND_ALLOW: `${website.host},127.0.0.1/32` } })
try {
  const first = await chromium.launch({ executablePath: await findBrowser(), args: browserOptions })
  await take(first, [{ name: 'setup', path: () => '/', signedOut: true }], { url: product.url } as World)
  const world = await populate(product.url, website.url, mailServer)
  await take(first, shots, world)
  await first.close()
} finally {
  await product.stop()
  removeData(product)
  website.close()
  await mailServer.close()
}
for (const problem of problems) console.log(problem)
console.log(`${looked} pictures, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

async function take(browser: Browser, wanted: Shot[], world: World): Promise<void> {
  const jobs = widths
    .filter((width) => !onlyWidth || width === Number(onlyWidth))
    .flatMap((width) => wanted.filter(({ name }) => name.includes(part)).map((shot) => ({ shot, width })))
  const session = await signedIn(browser, world.url, wanted)
  const takeNext = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await takeBoth(browser, job.shot, job.width, world, session)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in once for all screenshots except those that end their session, as checking a password is slow on purpose. */
async function signedIn(browser: Browser, url: string, wanted: Shot[]): Promise<Session | undefined> {
  if (wanted.every(({ signedOut }) => signedOut)) return undefined
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/api/v1/session', { data: ownerAccount })
  const session = await context.storageState()
  await context.close()
  return session
}

/** Takes a screenshot in both themes. The theme follows the system's, so switching only repaints a loaded page. */
async function takeBoth(browser: Browser, shot: Shot, width: number, world: World, session: Session | undefined) {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width, height: heights[width]! },
    colorScheme: themes[0],
    reducedMotion: 'reduce',
    ...(!shot.signedOut && !shot.ownSession && session && { storageState: session }),
  })
  try {
    if (shot.ownSession) await context.request.post('/api/v1/session', { data: ownerAccount })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const settled = settling(page)
    await shot.prepare?.(context, world)
    await page.goto(shot.path(world))
    await page.locator('main').first().waitFor()
    await settled()
    await shot.act?.(page, world)
    if (opens.test(shot.name)) await floating(page)
    await settled()
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme)
      await painted(page)
      const picture = `${shot.name}-${width}-${theme}`
      await page.screenshot({ path: join(target, `${picture}.png`) })
      problems.push(...(await violations(page)).map((found) => `${picture}: ${found}`))
      looked += 1
    }
  } catch (error) {
    problems.push(`${shot.name}-${width}: ${String(error).split('\n')[0]}`)
  } finally {
    await context.close()
  }
}

/** Waits until the page is idle and painted. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    await frame()
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    await new Promise<unknown>((idle) => requestIdleCallback(idle, { timeout: 1_000 }))
    await frame()
    await frame()
  })
}

/**
 * Watches a page's requests from now on. The function returned waits until none is under way and nothing is marked as
 * busy, for a limited time as a screen that keeps loading is a state too. Event streams, which never end, are ignored.
 */
function settling(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  let lastEnd = 0
  const end = (request: Request) => {
    if (loading.delete(request)) lastEnd = Date.now()
  }
  page.on('request', (request) => !/\/events(\?|$)/.test(request.url()) && loading.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const busy = page.locator('[aria-busy=true]').first()
    const deadline = Date.now() + SETTLED_WITHIN_MS
    while (Date.now() < deadline) {
      const isQuiet = loading.size === 0 && Date.now() - lastEnd > QUIET_MS
      if (isQuiet && !(await busy.count())) break
      await new Promise((next) => setTimeout(next, 20))
    }
    await page.evaluate(() => document.fonts.ready)
    await painted(page)
  }
}
