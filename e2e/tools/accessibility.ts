import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Users of speech control say the label that they see. Axe checks this rule only on request. */
const rules = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/**
 * Checks that axe finds no problem on the screen in either theme, and that the page itself does not scroll, only parts
 * of it.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' }) // a blank page would pass
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
  if (!(await page.locator('#main').count())) return // signed-out screens may scroll as a whole
  const below = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(below, `${screen}: pixels that the whole page scrolls by`).toBeLessThanOrEqual(0)
}

/** Waits until all transitions have ended, as axe reads colours of the moment. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() => document.getAnimations().every((animation) => !(animation instanceof CSSTransition)))
}
