import { expect, test } from '@playwright/test'
import { browserOptions } from '../tools/browser.ts'
import { button, greet, makeAgent, openStage, type Stage, say } from './support/stage.ts'

// The default font size that a reader sets for all pages in the browser.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: [...browserOptions, '--blink-settings=defaultFontSize=20'],
  },
})

test.describe('with larger text chosen in the browser', () => {
  let stage: Stage
  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
  })
  test.afterAll(() => stage.close())

  test('words and what they stand in are larger by as much, and fit', async () => {
    const { page } = stage
    const agent = await makeAgent(stage, 'Front desk', 'Breakfast ends at 10:30.')
    const place = await greet(stage, agent, 'Ana')
    await say(stage, place, 'When does breakfast end?')
    const screens = [
      '/agents',
      `/agents/${agent}`,
      `/agents/${agent}/knowledge/sources`,
      `/agents/${agent}/settings`,
      `/inbox/${agent}/${place.conversation}`,
      '/crawls',
      '/settings',
      '/settings/organization',
    ]
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const screen of screens) {
        await page.goto(screen)
        // On a phone the bar above shows the name, and the heading is for screen readers alone.
        await expect(page.locator('main').getByRole('heading').first()).toBeAttached()
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(over, `${screen} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/agents')
    await expect(button(page, 'New agent')).toBeVisible()
    const sizes = await page.evaluate(() => [
      getComputedStyle(document.body).fontSize,
      getComputedStyle(document.body).lineHeight,
    ])
    expect(sizes).toEqual(['17.5px', '25px'])
    expect((await button(page, 'New agent').boundingBox())?.height).toBe(40)
  })
})
