import { type Dialog, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('what is typed into a dialog', () => {
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk')
  })
  test.afterAll(() => stage.close())

  const question = () => stage.page.getByRole('alertdialog', { name: 'Close without saving?' })

  /** Reloads the page and returns whether the browser warned of unsaved changes; if it did, the reload is cancelled. */
  async function reloadAsks(page: Page): Promise<boolean> {
    const { promise: question, resolve } = Promise.withResolvers<boolean>()
    const cancel = async (dialog: Dialog) => {
      await dialog.dismiss()
      resolve(dialog.type() === 'beforeunload')
    }
    page.once('dialog', cancel)
    const reload = page.reload().then(
      () => false,
      () => question, // a reload that was cancelled is waited for in vain
    )
    const asked = await Promise.race([question, reload])
    page.off('dialog', cancel)
    return asked
  }

  const addQuestions = async (page: Page) => {
    await page.goto(`/agents/${agent}/knowledge/sources`)
    await button(page, 'Add source').first().click()
    await page.getByRole('menuitem', { name: /^Questions and answers/ }).click()
    await expect(field(page, 'Question 1')).toBeFocused()
  }

  test('outlives Back and a reload unless one says otherwise', async () => {
    const { page } = stage
    await addQuestions(page)
    await field(page, 'Question 1').fill('Is there a lift?')
    await page.goBack()
    await expect(question()).toBeVisible()
    await expectAccessible(page, 'Back from a dialog')
    await button(question(), 'Cancel').click()
    await expect(question()).toBeHidden()
    await expect(field(page, 'Question 1')).toHaveValue('Is there a lift?')
    await expect(page).toHaveURL(/add=qa/)
    expect(await reloadAsks(page)).toBe(true)
    await expect(field(page, 'Question 1')).toHaveValue('Is there a lift?')
    await page.goBack()
    await button(question(), 'Close').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/sources$/)
  })

  test('is nothing to ask about where nothing was typed', async () => {
    const { page } = stage
    await addQuestions(page)
    expect(await reloadAsks(page)).toBe(false)
    await expect(field(page, 'Question 1')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(question()).toHaveCount(0)
  })

  test('is held too where the address does not know the dialog', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}`)
    await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Developers' }).click()
    await button(page, 'New action').click()
    // Until the dialog is open, the only field of this label is the one for the agent's own name.
    const name = field(page.getByRole('dialog'), 'Name')
    await name.fill('Call back')
    await page.goBack()
    await button(question(), 'Cancel').click()
    await expect(name).toHaveValue('Call back')
    await page.goBack()
    await button(question(), 'Close').click()
    await expect(page).toHaveURL(new RegExp(`/agents/${agent}$`))
  })

  test('asks nothing once it is saved', async () => {
    const { page } = stage
    await page.goto('/agents')
    await button(page, 'New agent').first().click()
    await field(page, 'Name').fill('Night porter')
    await button(page, 'Create agent').click()
    await expect(page.getByRole('heading', { name: 'Night porter' })).toBeVisible()
    await expect(question()).toHaveCount(0)
  })

  test('a text is a draft from its first words on, and a reload goes on with it', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/knowledge/sources?add=text`)
    await field(page, 'Text').fill('Check-out')
    await expect(page).toHaveURL(/draft=/)
    const asked = Promise.withResolvers<void>()
    const isSave = (url: URL) => /\/drafts\/[^/]+$/.test(url.pathname)
    await page.route(isSave, async (route) => {
      await asked.promise
      await route.continue()
    })
    await field(page, 'Text').fill('Check-out is at 11:00.')
    expect(await reloadAsks(page)).toBe(true)
    asked.resolve()
    await expect(page.getByRole('status').getByText('Draft saved')).toBeVisible()
    await page.unroute(isSave)
    expect(await reloadAsks(page)).toBe(false)
    await expect(field(page, 'Text')).toHaveValue('Check-out is at 11:00.')
    await field(page, 'Text').fill('Check-out is at 11:30.')
    await page.goBack()
    await page.goto(`/agents/${agent}/knowledge/sources`)
    await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('link')).toHaveCount(1)
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link').click()
    await expect(field(page, 'Text')).toHaveValue('Check-out is at 11:30.')
    await button(page, 'Keep as draft').click()
  })

  test('a secret outlives them too, until it is stored', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/developers`)
    await button(page, 'New endpoint').first().click()
    await field(page, 'URL').fill('https://example.com/hook')
    await button(page, 'Create endpoint').click()
    const once = page.getByRole('dialog', { name: 'Store the signing secret' })
    await expect(once).toBeVisible()
    await page.goBack()
    await expect(button(once, 'I have stored it')).toBeFocused()
    await expect(page).toHaveURL(/new=true/)
    expect(await reloadAsks(page)).toBe(true)
    await button(once, 'Reveal').click()
    await expect(once.getByText(/^whsec_/)).toBeVisible()
    await button(once, 'I have stored it').click()
    await expect(once).toBeHidden()
    expect(await reloadAsks(page)).toBe(false)
  })

  test('an identity secret outlives them, though the address does not know of it', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}`)
    await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Developers' }).click()
    await button(page, 'New secret').click()
    await button(page.getByRole('alertdialog'), 'Make a secret').click()
    const once = page.getByRole('dialog', { name: 'Store the identity secret' })
    await expect(once).toBeVisible()
    await page.goBack()
    await expect(button(once, 'I have stored it')).toBeFocused()
    await expect(page).toHaveURL(/developers$/)
    await button(once, 'I have stored it').click()
    await expect(once).toBeHidden()
  })
})
