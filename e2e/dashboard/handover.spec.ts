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

test.describe.configure({ mode: 'serial' })

test.describe('a visitor is handed to a person', () => {
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    const agent = await makeAgent(stage, 'Front desk', 'The pool opens at 8:00 and closes at 21:00.')
    place = await greet(stage, agent, 'Ana')
    // Record the notifications instead of showing them. A browser without windows allows none, whatever it is told.
    await stage.page.addInitScript(() => {
      const shown: string[] = []
      const Real = window.Notification
      window.Notification = class extends Real {
        static override readonly permission = 'granted' as const
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          shown.push(`${title}: ${options?.body}`)
        }
      }
      Object.assign(window, { shown })
    })
  })
  test.afterAll(() => stage.close())

  const shown = () => stage.page.evaluate(() => (window as unknown as { shown: string[] }).shown)

  test('the tab’s title, the rail and a notification say so, on whichever screen', async () => {
    const { page } = stage
    await say(stage, place, 'When does the pool open?')
    await expect.poll(async () => (await lastMessages(stage, place, 1)).join()).toContain('8:00')
    await page.goto('/inbox')
    await button(page, 'Sound and notifications').click()
    await page.getByLabel('Show a notification').check()
    await page.getByLabel('Play a sound').check()
    await expectAccessible(page, 'signals')
    await button(page, 'Test notification').click()
    await expect.poll(shown).toHaveLength(1)
    await page.getByRole('link', { name: 'Agents' }).click()
    await expect(page).toHaveTitle('Agents · Baton')

    await say(stage, place, 'Can I talk to a person?')
    await expect(page).toHaveTitle('(1) Agents · Baton')
    await expect(page.getByRole('link', { name: /Inbox ?, 1 waiting for a person/ })).toBeVisible()
    await expect.poll(shown).toContainEqual(expect.stringMatching(/^Ana is waiting for a person: ./))
  })

  test('whoever is called reads first what was asked and answered', async () => {
    const { page } = stage
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('link', { name: /^Unassigned/ }).click()
    await page.getByRole('link', { name: /Ana/ }).click()
    const brief = page.locator('section', { has: page.getByRole('heading', { name: 'In short' }) })
    await expect(brief.getByRole('link', { name: 'When does the pool open?' })).toBeVisible()
    await brief.getByRole('link', { name: 'From House guide' }).click()
    await expect(page).toHaveURL(/#line-\d+\.0$/)
    await expectAccessible(page, 'the brief')
  })

  test('a person takes over, replies, gives back and closes', async () => {
    const { page } = stage
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('link', { name: /^Unassigned/ }).click()
    await page.getByRole('link', { name: /Ana/ }).click()
    await expect(page.getByText(/Ana has been waiting for a person/)).toBeVisible()
    await expectAccessible(page, 'somebody waiting')
    await field(page, 'Reply to Ana').fill('Hello Ana, a person here.')
    await button(page, 'Send').click()
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['human: Hello Ana, a person here.'])
    await expect(page).toHaveTitle('Ana · Baton')

    // What nobody has answered yet is answered by the AI that gets the conversation back.
    await say(stage, place, 'When does the pool close?')
    await button(page, 'Back to AI').click()
    await expect.poll(() => turnOf(stage, place)).toBe('open ai')
    await expect(page.getByRole('article', { name: /^AI/ }).last()).toContainText('21:00')
    await button(page, /Why this answer/)
      .last()
      .click()
    await expect(page.getByText('House guide').last()).toBeVisible()
    await expectAccessible(page, 'why this answer')

    await button(page, 'Take over').click()
    await expect.poll(() => turnOf(stage, place)).toBe('open human')
    await button(page, 'Close').click()
    await expect(page.getByText('This conversation is closed. Reopen it to reply.')).toBeVisible()
    await expect.poll(() => turnOf(stage, place)).toBe('closed human')
    await page.getByRole('link', { name: /^Closed/ }).click()
    await expect(page.getByRole('link', { name: /Ana/ })).toContainText('Closed')
  })
})
