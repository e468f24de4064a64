import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import { must, type Owner } from './client.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Speed of the simulated network between browser and server. */
export interface Line {
  megabits: number
  roundTripMs: number
}

export interface FirstVisit {
  /** What the browser requested until the first visit was over, in order, such as `script /assets/index-….js`. */
  requests: string[]
  scripts: number
  /** When the largest element was painted, in milliseconds from the start of the navigation. */
  largestPaintMs: number
  /** The sum of the page's layout shifts; each is the share of the window that moved, times how far it moved. */
  shift: number
}

/** What a script in the page records about how the page is painted. */
interface Seen {
  largestPaint: number
  shift: number
}

const QUIET_MS = 2_000 // milliseconds without a request, after which idle prefetching is over as well
const LONGEST_MS = 20_000
const POLL_MS = 100
/** Paths at which a screen reports, seconds after it is shown, what is read and who is there: that ends the visit. */
const AFTERWARDS = /\/(read|presence)$/

/**
 * Opens an address in a browser without cache and waits until nothing was requested for two seconds, or twenty seconds
 * have passed.
 */
export async function visitFirst(
  browser: Browser,
  address: string,
  options: { session?: Session | undefined; line?: Line | undefined; width?: number } = {},
): Promise<FirstVisit> {
  const { session, line, width = 1440 } = options
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    ...(session && { storageState: session }),
  })
  try {
    const page = await context.newPage()
    const requests: string[] = []
    let lastAt = Date.now()
    let isOver = false
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      isOver ||= AFTERWARDS.test(pathname)
      if (isOver) return
      requests.push(`${request.resourceType()} ${pathname}${search}`)
      lastAt = Date.now()
    })
    page.on('requestfinished', () => {
      lastAt = Date.now()
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) =>
        Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime }),
      ).observe({ type: 'largest-contentful-paint', buffered: true })
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as Seen).shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    if (line) await slowDown(context, page, line)
    const deadline = Date.now() + LONGEST_MS
    await page.goto(address)
    while (Date.now() - lastAt < QUIET_MS && Date.now() < deadline) await page.waitForTimeout(100)
    const { largestPaint, shift } = await page.evaluate(() => {
      const { largestPaint, shift } = window as unknown as Seen
      return { largestPaint, shift }
    })
    const scripts = requests.filter((request) => request.startsWith('script ')).length
    return { requests, scripts, largestPaintMs: largestPaint, shift }
  } finally {
    await context.close()
  }
}

/** Makes the network of a page as slow as a line. */
export async function slowDown(context: BrowserContext, page: Page, { megabits, roundTripMs }: Line): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const bytesPerSecond = (megabits * 1_000_000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Creates an agent that has answered a visitor; returns the paths of its overview and of the conversation's thread. */
export async function answeredVisitor(url: string, owner: Owner): Promise<{ agent: string; thread: string }> {
  const organization = { organization: owner.organizationId }
  const agent = (await must(url, 'createAgent', { params: organization, body: { name: 'Front desk' } }, owner)).data.id
  const body = { chat_user_id: 'visitor-1' }
  const conversation = (await must(url, 'createConversation', { params: { agent }, body }, owner)).data.id
  const params = { agent, conversation }
  await must(url, 'sendMessage', { params, body: { content: 'When does breakfast begin, please?' } }, owner)
  const isAnswered = async () =>
    (await must(url, 'listMessages', { params }, owner)).data.some(({ role }) => role === 'assistant')
  while (!(await isAnswered())) await setTimeout(POLL_MS)
  return { agent: `/agents/${agent}`, thread: `/inbox/${agent}/${conversation}` }
}
