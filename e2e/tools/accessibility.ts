import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Who speaks to a control says what is written on it. Axe leaves this rule out unless it is asked for. */
const rules = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** Lets axe look at what is on screen, in both themes. It must find nothing; and only parts of a screen scroll. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' }) // a blank page has nothing to find
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).options(rules).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    )
    expect(found, `${screen}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  if (!(await page.locator('#main').count())) return // nobody is signed in: a page like any other
  const below = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(below, `${screen}: pixels that the whole page scrolls by`).toBeLessThanOrEqual(0)
}

/** Waits until nothing fades any more: axe reads colours as they are just then. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() => document.getAnimations().every((animation) => !(animation instanceof CSSTransition)))
}
