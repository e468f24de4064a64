import { type Browser, chromium } from 'playwright'
import { browserOptions, findBrowser, packaged } from '../tools/browser.ts'
import { must, type Owner, ownerAccount, setUp } from '../tools/client.ts'
import { answeredVisitor, type Line as Connection, visitFirst } from '../tools/first-visit.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { type Benchmark, type Line, median, milliseconds } from './tools/benchmark.ts'
import { openPanel, serveHost, visitPage } from './tools/chat-visit.ts'
import { type PageMetrics, performanceScore } from './tools/lighthouse-score.ts'

const VISITS = 9 // of which the median counts: single visits differ by half
const PANEL_MS = 300
/** The phone that Lighthouse imitates: its connection, and how many times slower than this machine it is. */
const PHONE = { line: { megabits: 1.6, roundTripMs: 150 }, slowness: 4 }
const SCORE = 1 // point of Lighthouse's performance score that the chat may cost a page

interface Setting {
  name: string
  line?: Connection
  /** Milliseconds within which the largest element on the screen must be painted. */
  targetMs: number
}

const settings: Setting[] = [
  { name: 'loopback', targetMs: 450 },
  { name: '10 Mbit/s, 40 ms', line: { megabits: 10, roundTripMs: 40 }, targetMs: 800 },
]

/** Measures how soon a first-time visitor sees a screen of the dashboard, and what the chat costs a company's page. */
export const firstVisit: Benchmark = {
  name: 'first-visit',
  async run() {
    const product = await startProduct()
    const browser = await chromium.launch({
      executablePath: (await packaged()) ?? (await findBrowser()),
      args: browserOptions,
    })
    try {
      const owner = await setUp(product.url)
      const { thread } = await answeredVisitor(product.url, owner)
      const context = await browser.newContext({ baseURL: product.url })
      await context.request.post('/api/v1/session', { data: ownerAccount })
      const session = await context.storageState()
      const screens = [
        { screen: 'sign-in', path: '/sign-in' },
        { screen: 'inbox', path: '/inbox', session },
        { screen: 'inbox, a conversation open', path: thread, session },
      ]
      const lines: Line[] = []
      for (const { screen, path, session } of screens)
        for (const { name, line, targetMs } of settings) {
          const visits = []
          for (let visit = 0; visit < VISITS; visit += 1)
            visits.push(await visitFirst(browser, product.url + path, { session, line }))
          const paint = median(visits.map(({ largestPaintMs }) => largestPaintMs))
          const { scripts, requests } = visits[0]!
          lines.push({
            what: `first visit, largest paint: ${screen} (${scripts} scripts, ${requests.length} requests)`,
            on: name,
            measured: milliseconds(paint),
            against: `at most ${milliseconds(targetMs)}`,
            isMet: paint <= targetMs,
          })
        }
      return [...lines, ...(await onWebsite(browser, product.url, owner))]
    } finally {
      await browser.close()
      await product.stop()
      removeData(product)
    }
  },
}

/** Measures what the chat costs a company's page, and how soon its panel is there. */
async function onWebsite(browser: Browser, url: string, owner: Owner): Promise<Line[]> {
  const params = { organization: owner.organizationId }
  const agent = (await must(url, 'createAgent', { params, body: { name: 'Guide' } }, owner)).data.id
  const host = await serveHost(() => `<script async src="${url}/widget/${agent}.js"></script>`)
  try {
    const body = { widget_origins: [host.url] }
    await must(url, 'updateAgentSettings', { params: { agent }, body }, { cookie: owner.cookie })
    const lines: Line[] = []
    for (const { name, line } of settings) {
      const plain = []
      const chatting = []
      const opened = []
      for (let visit = 0; visit < VISITS; visit += 1) {
        plain.push(await visitPage(browser, `${host.url}/`, line))
        chatting.push(await visitPage(browser, `${host.url}/chat`, line))
        opened.push(await openPanel(browser, `${host.url}/chat`, line))
      }
      const paint = (visits: readonly PageMetrics[]) => median(visits.map(({ largestPaint }) => largestPaint))
      const shift = Math.max(...chatting.map((visit) => visit.shift))
      lines.push(
        {
          what: 'a website with the chat: largest paint, and all that has moved',
          on: name,
          measured: `${milliseconds(paint(chatting))}, moved by ${shift}`,
          against: `${milliseconds(paint(plain))} without the chat; moved by 0`,
          isMet: shift === 0,
        },
        {
          what: 'the chat is opened for the first time: first paint of its panel',
          on: name,
          measured: milliseconds(median(opened)),
          against: `at most ${milliseconds(PANEL_MS)}`,
          isMet: median(opened) <= PANEL_MS,
        },
      )
    }
    return [...lines, await scoreOf(browser, host.url)]
  } finally {
    host.close()
  }
}

/** Measures what the chat costs a company's page of the score that Lighthouse gives it. */
async function scoreOf(browser: Browser, url: string): Promise<Line> {
  const { line, slowness } = PHONE
  const plain: PageMetrics[] = []
  const chatting: PageMetrics[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    plain.push(await visitPage(browser, `${url}/`, line, slowness))
    chatting.push(await visitPage(browser, `${url}/chat`, line, slowness))
  }
  const score = (visits: readonly PageMetrics[]) => median(visits.map(performanceScore))
  const blocked = median(chatting.map((visit) => visit.blocked))
  return {
    what: `a website with the chat: performance score, and for how long it was kept from answering`,
    on: `1.6 Mbit/s, 150 ms, ${slowness} times slower`,
    measured: `${score(chatting).toFixed(1)}, ${milliseconds(blocked)}`,
    against: `${score(plain).toFixed(1)} without the chat; at most ${SCORE} point less`,
    isMet: score(chatting) > score(plain) - SCORE,
  }
}
