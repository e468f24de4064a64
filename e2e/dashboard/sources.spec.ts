import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { serveWebsite, type Website } from '../tools/website.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('every kind of source', () => {
  let stage: Stage
  let website: Website
  let agent: string
  const pages: Record<string, string> = {
    '/prices': '<!doctype html><title>Prices</title><main><h1>Prices</h1><p>A room costs 90 euros a night.</p></main>',
  }

  test.beforeAll(async ({ browser }) => {
    website = await serveWebsite(pages)
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: website.host } })
    agent = await makeAgent(stage, 'Front desk')
  })
  test.afterAll(async () => {
    await stage.close()
    website.close()
  })

  const add = async (kind: RegExp) => {
    await button(stage.page, 'Add source').first().click()
    await stage.page.getByRole('menuitem', { name: kind }).click()
  }
  const row = (name: RegExp) => stage.page.getByRole('row', { name })

  test('a text is kept as a draft, and published when it is ready', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/sources`)
    await button(page, 'Add source').click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    const edges = await page.getByRole('menuitem').evaluateAll((items) =>
      items
        .flatMap((item) => [...item.querySelectorAll('span span')])
        .map((line) => {
          const words = document.createRange()
          words.selectNodeContents(line)
          return Math.round(words.getBoundingClientRect().left)
        }),
    )
    expect(new Set(edges).size, 'edges that the menu’s lines begin at').toBe(1)
    await page.keyboard.press('Escape')
    await add(/^Text/)
    await field(page, 'Text').fill('Breakfast is served')
    await expect(page.getByRole('status').getByText('Draft saved')).toBeVisible()
    await button(page, 'Keep as draft').click()
    const drafts = page.getByRole('region', { name: 'Drafts' })
    await expectAccessible(page, 'sources with a draft')
    await drafts.getByRole('link', { name: /Breakfast is served/ }).click()
    await expect(field(page, 'Text')).toHaveValue('Breakfast is served')
    await field(page, 'Text').fill('Breakfast is served from 7:00 to 10:30.')
    await button(page, 'Publish and train').click()
    await expect(row(/Text: Breakfast is served.*Trained/)).toBeVisible()
    await expect(drafts).toBeHidden()
  })

  test('questions come from a spreadsheet', async () => {
    const { page } = stage
    await add(/^Questions and answers/)
    await button(page, 'Paste from a spreadsheet').click()
    await field(page, 'Cells').fill(
      'Can I bring my dog?\tYes, for 15 euros a night.\nIs there a lift?\tYes, to every floor.',
    )
    await expectAccessible(page, 'paste from a spreadsheet')
    await button(page, 'Add 2 questions').click()
    await expect(field(page, 'Question 2')).toHaveValue('Is there a lift?')
    await button(page, 'Add and train').click()
    await expect(row(/Questions and answers: Can I bring my dog.*Trained/)).toBeVisible()
  })

  test('a page that could not be read says why, and is tried again in place', async () => {
    const { page } = stage
    await add(/^Web pages/)
    await field(page, 'Addresses').fill(`${website.url}/prices\nnot an address\n${website.url}/rooms`)
    await expect(page.getByRole('list', { name: 'Lines to mend' }).getByText('Line 2')).toBeVisible()
    await expect(button(page, 'Mend 1 line first')).toBeDisabled()
    await expectAccessible(page, 'web pages with a line to mend')
    await field(page, 'Addresses').fill(`${website.url}/prices\n${website.url}/rooms`)
    await button(page, 'Add 2 pages').click()
    await expect(row(/Web page: Prices.*Trained/)).toBeVisible()
    const failed = row(/Failed/)
    await expect(failed.getByText(/404/)).toBeVisible()
    await expectAccessible(page, 'a source that failed')
    pages['/rooms'] = '<!doctype html><title>Rooms</title><main><h1>Rooms</h1><p>There are twelve rooms.</p></main>'
    await failed.getByRole('button', { name: /^Train again/ }).click()
    await expect(row(/Web page: Rooms.*Trained/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Web page: Rooms/ })).toBeFocused()
    await page.getByRole('link', { name: /^Web page: Rooms/ }).click()
    const panel = page.getByRole('dialog', { name: 'Rooms' })
    await expect(panel.getByRole('link', { name: `${website.url}/rooms` })).toBeVisible()
    await expectAccessible(page, 'a page')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  test('files go up several at once; one of a foreign kind says so', async () => {
    const { page } = stage
    await add(/^Files/)
    const dialog = page.getByRole('dialog', { name: 'Files' })
    await dialog.getByLabel(/Drop files here/).setInputFiles([
      { name: 'sauna.md', mimeType: 'text/markdown', buffer: Buffer.from('# Sauna\n\nThe sauna opens at 16:00.\n') },
      { name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from('dish,price\nSoup,6\nSalad,8\n') },
      { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]) },
    ])
    await expect(dialog.getByText('Added, training begins')).toHaveCount(2)
    await expect(dialog.getByText(/^This file/)).toBeVisible()
    await expectAccessible(page, 'files')
    await button(dialog, 'Done').click()
    await expect(row(/File: .*(sauna|Sauna).*Trained/)).toBeVisible()
    await expect(row(/File: menu.*Trained/)).toBeVisible()
  })

  test('the list is narrowed by type and status; a row opens its history, is trained again and deleted', async () => {
    const { page } = stage
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Files' })
    await expect(page).toHaveURL(/type=file/)
    await expect(page.getByRole('link', { name: /^File:/ })).toHaveCount(2)
    await page.reload()
    await page.getByRole('link', { name: /^File: menu/ }).click()
    const panel = page.getByRole('dialog', { name: /menu/ })
    await expect(panel.getByText('The agent answers from it.')).toBeVisible()
    await expectAccessible(page, 'a source')
    await button(panel, 'Train again').click()
    const again = page.getByRole('alertdialog')
    await expect(again.getByText('No answer of the last 90 days cites it.')).toBeVisible()
    await button(again, 'Train again').click()
    await expect(panel.getByText('The agent answers from it.')).toBeVisible()
    await button(panel, 'Delete').click()
    const question = page.getByRole('alertdialog')
    await expectAccessible(page, 'delete a source')
    await button(question, 'Delete source').click()
    await expect(page.getByRole('link', { name: /^File:/ })).toHaveCount(1)
  })
})
