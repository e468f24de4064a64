import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import {
  button,
  field,
  greet,
  lastMessages,
  makeAgent,
  openStage,
  type Place,
  type Stage,
  say,
  turnOf,
} from './support/stage.ts'

const FINGER = 40 // pixels; the smallest target that a finger hits reliably

test.describe('on a phone', () => {
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    const context = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    stage = await openStage(browser, { context })
    const agent = await makeAgent(stage, 'Front desk', 'The pool opens at 8:00 and closes at 21:00.')
    place = await greet(stage, agent, 'Ana')
    await say(stage, place, 'Can I talk to a person?')
    const other = await greet(stage, agent, 'Bo')
    await say(stage, other, 'I want to talk to a person.')
    await expect.poll(() => turnOf(stage, place)).toBe('open human')
    await expect.poll(() => turnOf(stage, other)).toBe('open human')
  })
  test.afterAll(() => stage.close())

  test('a conversation has the screen, and leads to its details and back', async () => {
    const { page } = stage
    await page.goto('/inbox')
    await page.getByRole('link', { name: /Ana.*Waiting/ }).tap()
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await expect(button(page, 'Open the navigation')).toBeHidden()
    await expect(page.locator('main header').getByText(/Waiting/)).toBeVisible()
    await expectAccessible(page, 'a conversation on a phone')
    for (const control of await page.locator('main').getByRole('button').all()) {
      const box = await control.boundingBox()
      // Links below a message also react to touches around their edges.
      if (!(await control.textContent())?.includes('Why this answer'))
        expect(box?.height).toBeGreaterThanOrEqual(FINGER)
    }
    await button(page, 'Show details').tap()
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    await button(page, 'Back to the conversation').tap()
    await button(page, 'More').tap()
    await page.getByRole('menuitem', { name: 'Details' }).tap()
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    await page.goBack()
    await expect(field(page, 'Reply to Ana')).toBeVisible()
  })

  test('what a screen is for doing stands under its heading, as wide as the screen', async () => {
    const { page } = stage
    for (const [path, name] of [
      ['/agents', 'New agent'],
      ['/settings/api-keys', 'New key'],
    ] as const) {
      await page.goto(path)
      const action = page.getByRole('main').getByRole('button', { name }).first()
      const [above, box] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await action.boundingBox()]
      expect(box!.y, path).toBeGreaterThan(above!.y + above!.height)
      expect(box!.width, path).toBeGreaterThan(340)
    }
  })

  test('sending leaves one writing, and the way back says who else waits', async () => {
    const { page } = stage
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await field(page, 'Reply to Ana').tap()
    await field(page, 'Reply to Ana').fill('This is the front desk.')
    await button(page, 'Send').tap()
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['human: This is the front desk.'])
    await expect(field(page, 'Reply to Ana')).toBeFocused()
    await button(page, 'Back to the list, 1 waiting for a person').tap()
    await expect(page.getByRole('link', { name: /Bo.*Waiting/ })).toBeVisible()
    await expect(button(page, 'Open the navigation')).toBeVisible()
  })

  test('the open one of an agent’s tabs is whole in view, and little stands above it', async () => {
    const { page } = stage
    const tabs = page.getByRole('navigation', { name: 'Agent', exact: true })
    const isWhole = async (name: string) => {
      const tab = tabs.getByRole('link', { name, exact: true })
      await expect(tab).toHaveAttribute('data-status', 'active')
      // The row fades for 32 pixels where more tabs are out of view.
      const gaps = () =>
        tab.evaluate((element) => {
          const row = element.parentElement!
          const [own, all] = [element.getBoundingClientRect(), row.getBoundingClientRect()]
          const fade = (edge: string) => (row.dataset.cut?.includes(edge) ? 32 : 0)
          return Math.min(own.left - all.left - fade('start'), all.right - own.right - fade('end'))
        })
      await expect.poll(gaps, name).toBeGreaterThanOrEqual(-1)
    }
    for (const path of ['settings', 'playground', 'developers', 'knowledge', 'widget', '']) {
      await page.goto(`/agents/${place.agent}/${path}`)
      await expect(tabs).toBeVisible()
      expect((await tabs.boundingBox())!.y, path).toBeLessThanOrEqual(64)
      await isWhole((await tabs.locator('[data-status=active]').textContent())!)
    }
    await page.goto(`/agents/${place.agent}/settings`)
    await button(page, 'Delete agent').scrollIntoViewIfNeeded()
    await expect(tabs).toBeInViewport({ ratio: 1 })
    for (const name of ['Settings', 'Playground', 'Developers', 'Overview', 'Chat widget', 'Knowledge']) {
      await tabs.getByRole('link', { name, exact: true }).tap()
      await isWhole(name)
    }
  })
})
