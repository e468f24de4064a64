import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
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

  test('the menu of kinds stays open while the list of sources arrives', async () => {
    const { page } = stage
    const list = (url: URL) => url.pathname.endsWith(`/agents/${agent}/sources`) && url.pathname.startsWith('/api/')
    const arrived = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto(`/agents/${agent}/knowledge/sources`)
    await expect(button(page, 'Add source')).toBeVisible()
    const opened = button(page, 'Add source').click()
    setTimeout(arrived.resolve, 500)
    await opened
    await expect(page.getByText('Nothing to answer from yet')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Text/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await page.unroute(list)
  })

  test('a text is kept as a draft, and published when it is ready', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/knowledge/sources`)
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
    const seen = Promise.withResolvers<void>()
    const files = (url: URL) => url.pathname.startsWith('/api/') && url.searchParams.get('type') === 'file'
    await page.route(files, async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Files' })
    await expect(page).toHaveURL(/type=file/)
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('link', { name: /^Text:/ }).first()).toBeVisible() // until those asked for have come
    seen.resolve()
    await expect(page.getByRole('link', { name: /^File:/ })).toHaveCount(2)
    await page.unroute(files)

    // A filter that fits none is cleared: the field stays, whatever is known of the others.
    await page.goto(`/agents/${agent}/knowledge/sources?q=nothingofthekind`)
    await expect(page.getByText('No source fits')).toBeVisible()
    const all = Promise.withResolvers<void>()
    const unfiltered = (url: URL) => url.pathname.endsWith(`/agents/${agent}/sources`) && !url.searchParams.has('q')
    await page.route(unfiltered, async (route) => {
      if (route.request().resourceType() === 'fetch') await all.promise
      await route.continue()
    })
    await page.getByRole('searchbox').fill('')
    await expect(page).not.toHaveURL(/q=/)
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page.getByText('Nothing to answer from yet')).toBeHidden()
    all.resolve()
    await expect(page.getByRole('link', { name: /^Text:/ }).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`/agents/${agent}/knowledge/sources?type=file`)
    await page.getByRole('link', { name: /^File: menu/ }).click()
    const panel = page.getByRole('dialog', { name: /menu/ })
    await expect(panel.getByText('The agent answers from it.')).toBeVisible()
    await expectAccessible(page, 'a source')
    const { url, owner } = stage
    const trained = async () =>
      (await must(url, 'listSources', { params: { agent } }, owner)).data
        .filter(({ status }) => status === 'completed')
        .map(({ task_id }) => task_id)
    const before = await trained()
    await button(panel, 'Train again').click()
    const isTrainedAgain = async () => {
      const now = await trained()
      return now.length === before.length && now.some((task) => !before.includes(task))
    }
    await expect.poll(isTrainedAgain).toBe(true)
    // What was learnt is hidden meanwhile, and a click that meets the button as it moves is none.
    await expect(panel.getByText('dish: Soup')).toBeVisible()
    await button(panel, 'Delete').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expectAccessible(page, 'delete a source')
    await button(question, 'Delete source').click()
    await expect(page.getByRole('link', { name: /^File:/ })).toHaveCount(1)
  })
})

test.describe('many sources', () => {
  const COUNT = 130
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser, { env: { RATE_LIMITS: '{"write":10000,"training":10000}' } })
    agent = await makeAgent(stage, 'Library')
    const { url, owner } = stage
    const add = (number: number) => {
      const content = `Shelf ${number} holds ${number === 7 ? 'atlases of the moon' : 'novels'}.`
      const body = { type: 'text' as const, content, title: `Shelf ${number}` }
      return must(url, 'createSource', { params: { agent }, body }, owner)
    }
    for (let number = 1; number <= COUNT; number += 1) await add(number)
  })
  test.afterAll(() => stage.close())

  test('are listed as far as one scrolls, found by what they say, and deleted together', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/knowledge/sources`)
    await expect(page.getByRole('link', { name: 'Text: Shelf 130' })).toBeVisible()
    await expect(page.getByText('130 sources')).toBeVisible()
    expect(await page.getByRole('row').count(), 'rows in the page').toBeLessThan(80)
    await page.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await expect(page.getByRole('link', { name: 'Text: Shelf 1', exact: true })).toBeVisible()
    await expectAccessible(page, 'the end of many sources')

    const words = page.getByRole('searchbox', { name: 'Search titles, addresses and texts' })
    await words.fill('Atlases')
    await expect(page.getByRole('link', { name: /^Text: Shelf/ })).toHaveCount(1)
    await expect(page).toHaveURL(/q=Atlases/)
    await words.fill('nothing like it')
    await expect(page.getByText('No source fits')).toBeVisible()
    await button(page, 'Show all sources').click()

    await page.getByRole('checkbox', { name: 'Choose Shelf 130' }).check()
    const chosen = page.getByRole('region', { name: 'Chosen sources' })
    await button(chosen, 'Choose all 130').click()
    await expect(chosen.getByText('130 sources chosen')).toBeVisible()
    await expectAccessible(page, 'chosen sources')
    await page.getByRole('checkbox', { name: 'Choose Shelf 129' }).uncheck()
    await button(chosen, 'Delete').click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText('No answer of the last 90 days cites them.')).toBeVisible()
    await expectAccessible(page, 'delete many sources')
    await button(question, 'Delete 129 sources').click()
    await expect(page.getByText('129 sources done.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Text: Shelf/ })).toHaveCount(1)
    await expect(page.getByText('1 source', { exact: true })).toBeVisible()
  })
})
