import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Difficulties that a company's page may pose for the chat, as HTML for the page's head. */
export const difficulties = {
  plain: '',
  restyled: `<style>
    *, *::before, *::after { position: relative !important; transform: rotate(3deg) !important; opacity: 0.3 !important;
      font: 30px/3 fantasy !important; margin: 9px !important; max-width: 60px !important; filter: blur(2px) !important;
      transition: color 3s !important; pointer-events: none !important }
    body *, div, dialog, iframe { display: none !important; animation: spin 1s infinite !important }
    body { display: block !important; contain: layout !important }
    h1, #book { display: block !important; animation: none !important; pointer-events: auto !important; transform: none !important }
    @keyframes spin { to { rotate: 1turn } }
  </style>`,
  // This page replaces built-in functions. A call of one from the chat's script is recorded, and throws.
  overridden: `<script>
    const isOurs = () => new Error().stack.includes('/widget/')
    const broken = (original, name) => function (...given) {
      if (isOurs()) { window.touched.push(name); throw new Error(name) }
      return original.apply(this, given)
    }
    window.touched = []
    for (const name of Reflect.ownKeys(Array.prototype)) {
      const original = Array.prototype[name]
      if (typeof original === 'function' && name !== 'constructor') Array.prototype[name] = broken(original, String(name))
    }
    Array.prototype.extra = Object.prototype.toJSON = 'an addition that loops meet'
    for (const name of ['parse', 'stringify']) JSON[name] = broken(JSON[name], name)
    window.fetch = broken(window.fetch, 'fetch')
  </script>`,
  forgetful: `<script>
    const forbid = { get() { throw new DOMException('No storage here', 'SecurityError') } }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, forbid)
  </script>`,
  queued: `<script>
    window.Baton = function () { (Baton.queue = Baton.queue || []).push(arguments) }
    Baton('on', 'open', () => { window.opened = (window.opened || 0) + 1 })
    Baton('open'); Baton('open')
  </script>`,
}

export type Difficulty = keyof typeof difficulties | keyof typeof policies | 'arabic'

/** Difficulties that the headers of a page's answer pose. */
const policies = {
  strict: (chat: string) => ({
    'Content-Security-Policy': `default-src 'none'; script-src ${chat}; frame-src ${chat}; require-trusted-types-for 'script'; trusted-types 'none'`,
  }),
  // A page that has cut itself off from all others, as one that shares memory between threads must.
  isolated: () => ({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  }),
}

/** Serves a small company's website with the chat on it, a path for each difficulty. */
export async function serveHostPages(chat: string, script: () => string) {
  const server = createServer((request, response) => {
    const difficulty = new URL(request.url ?? '/', 'http://site').pathname.slice(1) as Difficulty
    const line = `<script async src="${script()}"></script>`
    const language = difficulty === 'arabic' ? 'lang="ar" dir="rtl"' : 'lang="en"'
    const isPolicy = difficulty === 'strict' || difficulty === 'isolated'
    const head = isPolicy || difficulty === 'arabic' ? '' : difficulties[difficulty]
    if (head === undefined) return void response.writeHead(404).end()
    if (isPolicy)
      for (const [name, value] of Object.entries(policies[difficulty](chat))) response.setHeader(name, value)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html ${language}><head><title>Hotel</title>${head}</head>
      <body><h1>Hotel</h1><button id="book" type="button">Book a room</button>
      <p>Welcome</p><pre>${'\n'.repeat(150)}</pre>${line}${line}</body></html>`)
  })
  await new Promise<void>((done) => server.listen(0, done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

declare global {
  interface Window {
    harm: string[]
    /** Waits until the page as it is now is drawn, and forgets what has gone wrong so far. */
    forgive: () => Promise<void>
    booked: number
    touched?: string[]
    opened?: number
  }
}

/** Notes what goes wrong on a page. Must be called before the first visit. */
export async function watchHarm(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return
    window.harm = []
    window.booked = 0
    const note = (text: string) => {
      window.harm[window.harm.length] = text
    }
    const moves = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(`moved by ${(entry as unknown as { value: number }).value}`)
    })
    moves.observe({ type: 'layout-shift', buffered: true })
    window.forgive = async () => {
      // The second frame begins when the first has been drawn.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      moves.takeRecords()
      window.harm = []
    }
    addEventListener('error', ({ message }) => note(message))
    addEventListener('unhandledrejection', ({ reason }) => note(String(reason)))
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => note(violatedDirective))
    addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.id === 'book') window.booked += 1
    })
  })
}

/**
 * Where the page's heading stands, how large the page is and how far it is scrolled, and its cookies, address and
 * attributes, which the chat could change.
 */
export const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { left, top, width } = document.querySelector('h1')!.getBoundingClientRect()
    const { scrollWidth, scrollHeight } = document.documentElement
    const attributes = document.documentElement.getAttributeNames().join() + document.body.getAttributeNames().join()
    return [left, top, width, scrollWidth, scrollHeight, scrollX, scrollY, document.cookie, location.href, attributes]
  })

/** Checks that nothing has gone wrong on the page, and that it takes a click. */
export async function expectUnharmed(page: Page, difficulty: string): Promise<void> {
  const before = await page.evaluate(() => window.booked)
  await page.getByRole('button', { name: 'Book a room' }).click()
  expect(await page.evaluate(() => window.booked), `${difficulty}: clicks`).toBe(before + 1)
  expect(await page.evaluate(() => window.harm), `${difficulty}: harm`).toEqual([])
}
