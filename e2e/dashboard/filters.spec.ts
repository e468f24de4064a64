import { expect, test } from '@playwright/test'
import { button, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('the filters of the inbox', () => {
  let stage: Stage
  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    await makeAgent(stage, 'Front desk')
  })
  test.afterAll(() => stage.close())

  test('have their size from the start, though their fields come later', async () => {
    const { page } = stage
    const arrived = Promise.withResolvers<void>()
    await page.route(/\/filter-fields-.*\.js/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/inbox')
    await button(page, 'Filters').click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    await expect(panel).toBeVisible()
    const early = await panel.evaluate((element: HTMLElement) => element.offsetHeight)
    arrived.resolve()
    await expect(panel.getByRole('combobox', { name: 'Channel' })).toBeVisible()
    expect(await panel.evaluate((element: HTMLElement) => element.offsetHeight)).toBe(early)
  })
})
