import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { button, field, greet, lastMessages, makeAgent, openStage, type Stage, say } from './support/stage.ts'

const ASKED = 'When is breakfast?'

test.describe('an answer that is not right', () => {
  let stage: Stage
  let agent: string
  let page: Page

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    page = stage.page
  })
  test.beforeEach(async () => {
    agent = await makeAgent(stage, 'Front desk', 'Breakfast is served from seven to ten in the garden room.')
  })
  test.afterAll(() => stage.close())

  /** What the agent answers a new visitor. */
  async function answered(visitor: string): Promise<string> {
    const place = await greet(stage, agent, visitor)
    await say(stage, place, ASKED)
    await expect.poll(async () => (await lastMessages(stage, place, 1))[0]).toMatch(/^assistant/)
    return (await lastMessages(stage, place, 1))[0]!
  }
  async function openThread(): Promise<void> {
    const place = await greet(stage, agent, 'Ana')
    await say(stage, place, ASKED)
    await expect.poll(async () => (await lastMessages(stage, place, 1))[0]).toContain('garden room')
    await page.goto(`/inbox/${place.agent}/${place.conversation}?view=ai`)
    await button(page, 'Why this answer').click()
  }
  async function openPlayground(): Promise<void> {
    await page.goto(`/agents/${agent}/playground`)
    await field(page, 'Message as a visitor').fill(ASKED)
    await page.keyboard.press('Enter')
    await page
      .getByRole('log')
      .getByText(/\d passages?/)
      .click()
  }
  const why = () => page.getByRole('dialog', { name: 'Why this answer' })

  for (const [where, open] of [
    ['the thread', openThread],
    ['the playground', openPlayground],
  ] as const) {
    test(`is replaced by the right one from ${where}, and that is proved`, async () => {
      await open()
      await button(why(), 'Teach the right answer').click()
      const dialog = page.getByRole('dialog', { name: 'Teach the answer' })
      await expect(field(dialog, /^Question/)).toHaveValue(ASKED)
      await expect(dialog.getByText(/It replies today/)).toBeVisible()
      await field(dialog, 'Answer').fill('Breakfast is from eight to eleven on the terrace.')
      await expectAccessible(page, `teach from ${where}`)
      await button(dialog, 'Teach and prove').click()
      const learnt = page.getByRole('dialog', { name: 'What it learnt' })
      await expect(learnt.getByText('Proved: 1 question answered with it.')).toBeVisible()
      await button(learnt, 'Done').click()
      expect(await answered('Bo')).toContain('terrace')
    })

    test(`is mended in its source from ${where}`, async () => {
      await open()
      await why().getByRole('link', { name: 'Edit the source' }).click()
      const source = page.getByRole('dialog', { name: 'Edit text' })
      await expect(field(source, 'Text')).toHaveValue(/garden room/)
      await expectAccessible(page, `edit from ${where}`)
      await field(source, 'Text').fill('Breakfast is served from six to nine in the old library.')
      await button(source, 'Save and train').click()
      await expect.poll(() => answered(`Bo ${Date.now()}`), { timeout: 30_000 }).toContain('library')
    })
  }
})
