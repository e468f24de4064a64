import { expect, type Page } from '@playwright/test'
import { TURN } from './hostile.ts'

/**
 * Notes in the page whether a script of an attack ran, and returns a list to which requests to other origins and
 * dialogs are added. Must be called before the first visit.
 */
export async function watch(page: Page, ownOrigin: string): Promise<string[]> {
  const strangers: string[] = []
  await page.addInitScript(() => Object.assign(window, { pwn: () => Object.assign(window, { pwned: true }) }))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== ownOrigin) strangers.push(request.url())
  })
  page.on('dialog', (dialog) => {
    strangers.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return strangers
}

/** Checks that no attack ran, and that no script, handler, address, picture, style or heading of one is left. */
export async function expectHarmless(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    const foreign = 'iframe, object, embed, base, video, audio, meta[http-equiv], body style, article form'
    const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href']
    return {
      ran: 'pwned' in window ? ['pwn'] : [],
      tags: [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML.slice(0, 120)),
      scripts: [...document.scripts].filter(({ src }) => !src.startsWith(location.origin)).map(({ text }) => text),
      handlers: all.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
      // The page's own icon, in its head, is the one address that is written out as data.
      addresses: all
        .filter((element) => !element.matches('head > link[rel="icon"]'))
        .flatMap((element) => addresses.map((name) => element.getAttribute(name) ?? '#'))
        .filter((address) => !/^(https?|mailto|tel):$/.test(new URL(address, location.href).protocol)),
      pictures: [...document.images].map(({ src }) => src).filter((src) => !src.startsWith(location.origin)),
      // The attacks' own headings may appear within messages only.
      outside: [...document.querySelectorAll('h1')]
        .filter((heading) => heading.textContent === 'outside' && !heading.closest('article'))
        .map(({ outerHTML }) => outerHTML),
      styled: [...document.querySelectorAll('article [style], article [class*="fixed"]')].map(({ outerHTML }) =>
        outerHTML.slice(0, 120),
      ),
      clobbered: [typeof location.href, typeof document.cookie].filter((type) => type !== 'string'),
    }
  })
  expect(
    Object.entries(found).filter(([, list]) => list.length > 0),
    screen,
  ).toEqual([])
}

/** Checks that nothing on the page scrolls sideways but code, tables, text fields, navigation and parts meant to. */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const mayScroll = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll'
        return mayScroll && element.scrollWidth > element.clientWidth + 1
      })
      .filter((element) => !element.matches('pre, table, textarea, nav, [class*="overflow-x-auto"]'))
      .flatMap((element) => {
        const edge = element.getBoundingClientRect().left + element.clientWidth
        const parts = [...element.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > edge + 1)
        return [element, ...parts.slice(-2)].map((part) => part.outerHTML.slice(0, 160))
      }),
  )
  expect(wide, screen).toEqual([])
}

/** Checks that a name with a right-to-left override leaves the words beside it in order. */
export async function expectWordsInOrder(page: Page, screen: string): Promise<void> {
  const turned = await page.evaluate((turn) => {
    const placeOf = (node: Text, index: number) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      return range.getBoundingClientRect()
    }
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const words = /[a-z]{2}/.exec(node.data)
      if (!words || node.data.includes(turn)) continue
      const [first, second] = [placeOf(node, words.index), placeOf(node, words.index + 1)]
      if (first.width > 0 && first.top === second.top && first.left > second.left) found.push(node.data)
    }
    return found
  }, TURN)
  expect(turned, screen).toEqual([])
}
