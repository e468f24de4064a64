/**
 * Measures the dashboard with 100,000 conversations and a thread of 10,000 messages, in a real browser against a real
 * server. `node e2e/dashboard/performance.ts` prints the figures and exits 1 when one is over its budget. The machine
 * should be idle otherwise.
 */
import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { openForSeeding, seedConversations, seedThread } from '../bench/seed.ts'
import { browserOptions, findBrowser } from '../tools/browser.ts'
import { must, ownerAccount, setUp } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'

const CONVERSATIONS = 100_000
const MESSAGES = 10_000
const OPENED = 40 // conversations opened one after the other
const SCROLLED_FRAMES = 300
const TYPED = 'The quick brown fox jumps over the lazy dog, and then it does so once more. '.repeat(3)

interface Figure {
  what: string
  value: number
  budget: number
  unit: string
}

const seeded = await seed()
const product = await startProduct({ dataDir: seeded.dataDir })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserOptions })
try {
  const figures = await measure(browser)
  for (const { what, value, budget, unit } of figures)
    console.log(
      `${value <= budget ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(unit === '' ? 4 : 1)}${unit} (at most ${budget}${unit})`,
    )
  process.exitCode = figures.every(({ value, budget }) => value <= budget) ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
  removeData(product)
}

async function seed(): Promise<{ dataDir: string; agent: string; thread: string }> {
  const empty = await startProduct()
  const owner = await setUp(empty.url)
  const params = { organization: owner.organizationId }
  const agent = (await must(empty.url, 'createAgent', { params, body: { name: 'Front desk' } }, owner)).data.id
  await empty.stop()
  const db = await openForSeeding({ dataDir: empty.dataDir })
  const seeding = { agentId: agent, organizationId: owner.organizationId }
  const started = performance.now()
  await seedConversations(db, seeding, CONVERSATIONS)
  const thread = await seedThread(db, seeding, MESSAGES)
  await db.destroy()
  console.log(
    `${CONVERSATIONS} conversations and ${MESSAGES} messages in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  return { dataDir: empty.dataDir, agent, thread }
}

async function measure(browser: Browser): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/v1/session', { data: ownerAccount })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })

  const shifts: number[] = []
  for (const path of [
    '/inbox',
    '/agents',
    `/agents/${seeded.agent}`,
    `/agents/${seeded.agent}/knowledge/sources`,
    '/settings/organization',
  ]) {
    await page.goto(path)
    await rest(page)
    shifts.push(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum))
  }

  await page.goto('/inbox?view=ai')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await rest(page)
  // Baseline of the machine: frames of a page that does nothing.
  const idle = await framesWhile(page, () => new Promise((done) => setTimeout(done, 3_000)))
  const scrolling = await scrollList(page)
  const opening = await openConversations(page)

  await page.goto(`/inbox/${seeded.agent}/${seeded.thread}`)
  const field = page.getByRole('textbox', { name: /^Reply/ })
  await field.waitFor()
  await page.getByRole('article').first().waitFor()
  await rest(page)
  shifts.push(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum))
  const thread = await scrollThread(page)
  await field.click()
  const typing = await framesWhile(page, () => page.keyboard.type(TYPED, { delay: 12 }))
  const memory = await privateMemory(browser, await context.newCDPSession(page))
  await context.close()
  const medians = { idle, scrolling, thread, typing, opening }
  for (const [what, values] of Object.entries(medians))
    console.log(
      `     ${what}: median ${median(values).toFixed(1)} ms, p95 ${p95(values).toFixed(1)} ms of ${values.length}`,
    )
  return [
    { what: 'list, p95 frame while scrolling', value: p95(scrolling), budget: 20, unit: ' ms' },
    { what: 'thread, p95 frame while scrolling up through pages', value: p95(thread), budget: 20, unit: ' ms' },
    { what: 'composer, p95 frame while typing', value: p95(typing), budget: 20, unit: ' ms' },
    { what: 'a conversation opens, p95', value: p95(opening), budget: 100, unit: ' ms' },
    { what: 'memory of the tab', value: memory, budget: 150, unit: ' MB' },
    { what: 'layout shift, the worst screen', value: Math.max(...shifts), budget: 0.02, unit: '' },
  ]
}

/** Waits until nothing has been loaded for 700 ms, when a screen's work after its first paint is over. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const last = performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming | undefined
      return performance.now() - (last?.responseEnd ?? 0) > 700
    },
    undefined,
    { timeout: 10_000 },
  )
}

/** Runs `act` and returns the milliseconds between consecutive frames meanwhile. */
async function framesWhile(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number) => {
      frames.push(now - last)
      last = now
      Object.assign(window, { frames, ticking: requestAnimationFrame(tick) })
    }
    requestAnimationFrame(tick)
  })
  await act()
  return page.evaluate(() => {
    const { frames, ticking } = window as unknown as { frames: number[]; ticking: number }
    cancelAnimationFrame(ticking)
    return frames.slice(2)
  })
}

/** Scrolls the list a few rows per frame, as a mouse wheel does, far enough to load several pages. */
function scrollList(page: Page): Promise<number[]> {
  return framesWhile(page, () =>
    page.getByRole('list', { name: 'Conversations' }).evaluate(
      (list, frames) =>
        new Promise<void>((done) => {
          const scroller = list.parentElement!
          let left = frames
          const step = () => {
            scroller.scrollTop += 120
            left -= 1
            if (left > 0) requestAnimationFrame(step)
            else done()
          }
          step()
        }),
      SCROLLED_FRAMES,
    ),
  )
}

function scrollThread(page: Page): Promise<number[]> {
  return framesWhile(page, () =>
    page
      .getByRole('article')
      .first()
      .evaluate(
        (article, frames) =>
          new Promise<void>((done) => {
            let scroller: HTMLElement = article.parentElement!
            while (scroller.parentElement && scroller.scrollHeight <= scroller.clientHeight + 1)
              scroller = scroller.parentElement
            let left = frames
            const step = () => {
              scroller.scrollTop -= 60
              left -= 1
              if (left > 0) requestAnimationFrame(step)
              else done()
            }
            step()
          }),
        SCROLLED_FRAMES,
      ),
  )
}

/** Opens conversations; milliseconds from each click to the frame that shows the conversation's messages. */
async function openConversations(page: Page): Promise<number[]> {
  await page.getByRole('list', { name: 'Conversations' }).evaluate((list) => {
    list.parentElement!.scrollTop = 0
  })
  const times: number[] = []
  for (let index = 0; index < OPENED; index += 1) {
    await page.keyboard.press('Escape')
    const link = page.locator(`[data-conversation]`).nth(index % 6)
    await link.hover()
    await rest(page)
    times.push(
      await link.evaluate(
        (row) =>
          new Promise<number>((done) => {
            const id = (row as HTMLElement).dataset.conversation!
            const started = performance.now()
            const look = () => {
              const isThere = location.pathname.includes(id) && document.querySelectorAll('article').length > 1
              if (isThere) requestAnimationFrame(() => done(performance.now() - started))
              else requestAnimationFrame(look)
            }
            ;(row as HTMLElement).click()
            look()
          }),
      ),
    )
  }
  return times
}

/** Private memory of the largest tab's process after a garbage collection, in megabytes. */
async function privateMemory(browser: Browser, session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value / 1e6
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => anonymous(id))
  console.log(`     JavaScript heap ${used.toFixed(1)} MB`)
  return Math.max(...renderers)
}

/** Anonymous memory of a process, which belongs to no file, as Linux reports it; 0 on other systems. */
function anonymous(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kilobytes) * 1_024) / 1e6
  } catch {
    return 0
  }
}

function p95(values: number[]): number {
  return quantile(values, 0.95)
}

function median(values: number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY
}
