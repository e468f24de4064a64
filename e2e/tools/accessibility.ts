import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options = {
  /** Users of speech control say the label that they see. Axe checks this rule only on request. */
  rules: { 'label-content-name-mismatch': { enabled: true } },
  /** Axe does not describe what passed, which would take longer than the checks themselves. */
  resultTypes: ['violations'],
} satisfies axe.RunOptions

/** The rules about colours. A theme changes nothing else, so the dark one, checked second, is checked by them alone. */
const colourRules = {
  runOnly: ['color-contrast', 'link-in-text-block'],
  resultTypes: ['violations'],
} satisfies axe.RunOptions

/**
 * Checks that axe finds no problem on the screen in either theme, that with less motion the theme changes without
 * transitions, and that the page of a signed-in screen does not scroll as a whole.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' }) // a blank page would pass
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (colorScheme === 'dark') expect(await transitions(page), `${screen}: transitions to the dark theme`).toBe(0)
    const found = await violations(page, colorScheme === 'dark' ? colourRules : options)
    expect(found, `${screen}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  if (!(await page.locator('#main').count())) return // signed-out screens may scroll as a whole
  const below = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(below, `${screen}: pixels that the whole page scrolls by`).toBeLessThanOrEqual(0)
}

/**
 * What axe finds wrong on the page, a line for each rule, in the theme that it shows. Axe remains in the page, so that
 * it is sent there only once.
 */
export async function violations(page: Page | Frame, rules: axe.RunOptions = options): Promise<string[]> {
  await settled(page)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(({ id, nodes }) => {
      const shown = nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any.map(({ message }) => message).join(' ')}`)
      return `${id}: ${shown.join(' | ')}`
    })
  }, rules)
}

/** How many CSS transitions are running. There must be none where less motion is asked for. */
function transitions(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length)
}

/**
 * Ends all transitions, as axe reads colours of the moment. An element whose own colour changes with the one it
 * inherits starts a transition when that of its parent ends, so that one look is not enough.
 */
async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise(requestAnimationFrame)
      for (const animation of document.getAnimations()) {
        if (!(animation instanceof CSSTransition)) continue
        animation.finish()
        quiet = 0
      }
    }
  })
}
