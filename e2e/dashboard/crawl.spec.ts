import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { ownerAccount } from '../tools/client.ts'
import { serveWebsite, type Website } from '../tools/website.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

const page = (title: string, text: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p>
  <a href="/help/">Help</a> <a href="/help/returns">Returns</a> <a href="/help/sizes">Sizes</a> <a href="/news/spring">Spring</a>
  <a href="/gone">Gone</a></main>`

test.describe('from a website’s address to trained sources', () => {
  let stage: Stage
  let website: Website
  let agent: string
  let publishNews: () => void

  test.beforeAll(async ({ browser }) => {
    const news = Promise.withResolvers<string>()
    publishNews = () => news.resolve(page('Spring', 'New colours come in March.'))
    website = await serveWebsite({
      '/': page('Shop', 'We sell boots for every weather.'),
      '/help/': page('Help', 'Write to us at any hour of the day.'),
      '/help/returns': page('Returns', 'Boots can be returned within 30 days.'),
      '/help/sizes': page('Sizes', 'Boots come in sizes 35 to 48.'),
      '/news/spring': news.promise,
    })
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: website.host } })
    agent = await makeAgent(stage, 'Shop')
  })
  test.afterAll(async () => {
    await stage.close()
    website.close()
  })

  test('finds, chooses, creates, trains, and goes on where one left, in another browser too', async ({ browser }) => {
    const { page } = stage
    await page.goto(`/agents/${agent}/sources`)
    await button(page, 'Add source').first().click()
    await page.getByRole('menuitem', { name: /^From a website/ }).click()
    await expect(page).toHaveURL(/\/crawls\?agent=/)
    await expectAccessible(page, 'crawls')
    await field(page, 'Address').fill(website.url)
    await button(page, 'Find pages').click()
    await expect(page.getByRole('heading', { name: 'Looking for pages' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Looking for pages' })).toBeFocused()
    await expect(page.getByText('/gone')).toBeVisible()
    await expectAccessible(page, 'watch a crawl')
    publishNews()

    await expect(page.getByRole('tab', { name: 'Found · 5' })).toBeVisible()
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
    await expect(step).toContainText('Choose')
    await expect(page.getByRole('heading', { name: 'Choose pages' })).toBeFocused()
    await expectAccessible(page, 'choose pages')
    await page.getByRole('tab', { name: /^Left out/ }).click()
    await expect(page.getByRole('tabpanel').getByText(/\/gone/)).toBeVisible()
    await expectAccessible(page, 'pages left out')
    await page.getByRole('tab', { name: /^Found/ }).click()

    await expect(page.getByText('5 pages chosen')).toBeVisible()
    await page.getByRole('treeitem', { name: /^news/ }).click()
    await expect(page.getByText('4 pages chosen')).toBeVisible()
    await page.goto('/crawls')
    await expectAccessible(page, 'recent crawls')
    await page.getByRole('link', { name: website.url }).click()
    await expect(page.getByText('4 pages chosen')).toBeVisible()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Shop' })
    await button(page, 'Create 4 sources').click()

    await expect(step).toContainText('Train')
    await expect(page.getByText('The agent answers from all of these pages.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Training is over' })).toBeFocused()
    await expectAccessible(page, 'trained pages')
    await page.reload()
    await expect(page.getByText('The agent answers from all of these pages.')).toBeVisible()
    const elsewhere = await browser.newContext({ baseURL: stage.url })
    await elsewhere.request.post('/api/v1/session', { data: ownerAccount })
    const other = await elsewhere.newPage()
    await other.goto('/crawls')
    await expect(other.getByRole('cell', { name: '4 sources trained' })).toBeVisible()
    await other.getByRole('link', { name: website.url }).click()
    await expect(other.getByText('The agent answers from all of these pages.')).toBeVisible()
    await elsewhere.close()
    await page.getByRole('link', { name: 'All sources of this agent' }).click()
    await expect(page.getByRole('cell', { name: 'Trained' })).toHaveCount(4)
  })

  test('says why an address leads nowhere, and leaves it to be mended', async () => {
    const { page } = stage
    await page.goto(`/crawls?agent=${agent}`)
    // The test website serves plain HTTP only.
    await field(page, 'Address').fill(website.host)
    await button(page, 'Find pages').click()
    const failed = page.getByRole('heading', { name: 'This site could not be read' })
    await expect(failed).toBeFocused()
    await expect(page.getByText('begin its address with http://')).toBeVisible()
    await expectAccessible(page, 'a site that can’t be read')
    await page.getByRole('link', { name: 'Try another address' }).click()
    await expect(field(page, 'Address')).toBeFocused()
    await expect(field(page, 'Address')).toHaveValue(`https://${website.host}`)
    await expect(page).toHaveURL(new RegExp(`agent=${agent}`))
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`https://${website.host}`)
  })
})
