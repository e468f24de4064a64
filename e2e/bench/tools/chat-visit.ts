import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright'
import type { Line as Connection } from '../../tools/first-visit.ts'
import { slowDown } from '../../tools/first-visit.ts'
import { listenOnLoopback } from '../../tools/listen-on-loopback.ts'
import type { PageMetrics } from './lighthouse-score.ts'

const SETTLED_MS = 500 // milliseconds after the page has loaded in which something late would still move it

/** Serves a page of a company's website at `/`, and at `/chat` the same page with a line that loads its chat. */
export async function serveHost(line: () => string): Promise<{ url: string; close(): void }> {
  const text = '<p>Rooms with a view, breakfast from seven to ten in the garden room, and a pool.</p>'.repeat(40)
  const server = createServer((request, response) => {
    const hasChat = request.url === '/chat'
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Hotel</title><h1>Hotel</h1>${text}${hasChat ? line() : ''}</html>`,
    )
  })
  const host = await listenOnLoopback(server)
  return { url: `http://${host}`, close: () => server.close().closeAllConnections() }
}

async function onNewPage<T>(
  browser: Browser,
  line: Connection | undefined,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (line) await slowDown(context, page, line)
    return await work(page)
  } finally {
    await context.close()
  }
}

/**
 * Visits a page for the first time and measures it.
 * @param slowness how many times as long the page's processor takes for everything
 */
export function visitPage(browser: Browser, address: string, line?: Connection, slowness = 1): Promise<PageMetrics> {
  return onNewPage(browser, line, async (page) => {
    const tools = await page.context().newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.addInitScript(() => {
      const seen: PageMetrics = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name === 'first-contentful-paint') seen.firstPaint = startTime
      }).observe({ type: 'paint', buffered: true })
      new PerformanceObserver((list) => {
        seen.largestPaint = list.getEntries().at(-1)!.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.blocked += duration - 50
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(SETTLED_MS)
    return page.evaluate(() => (window as unknown as { seen: PageMetrics }).seen)
  })
}

/** Milliseconds from the opening of a chat that was never loaded before to the first paint of its panel. */
export function openPanel(browser: Browser, address: string, line?: Connection): Promise<number> {
  return onNewPage(browser, line, async (page) => {
    await page.goto(address)
    await page.waitForFunction(() => window.Baton?.isLoaded)
    const opened = await page.evaluate(() => {
      window.Baton?.('open')
      return performance.timeOrigin + performance.now()
    })
    const frame = () => page.frames().find((one) => one.url().includes('/widget/'))
    while (!frame()) await page.waitForTimeout(10)
    const painted = await frame()!.waitForFunction(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return paint && performance.timeOrigin + paint.startTime
    })
    return Number(await painted.jsonValue()) - opened
  })
}
