import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must, ownerAccount } from '../tools/client.ts'
import { serveWebsite, type Website } from '../tools/website.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

const LONG = 'How-to-choose-a-gift-for-somebody-whose-size-you-do-not-know'

const page = (title: string, text: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>
  <a href="/help/">Help</a> <a href="/help/returns">Returns</a> <a href="/help/sizes">Sizes</a>
  ${['Care', 'Repair', 'Stores', 'Jobs', LONG].map((name) => `<a href="/more/${name}">${name}</a>`).join(' ')}
  <a href="/news/spring">Spring</a> <a href="/gone">Gone</a>`

test.describe('a website that changes under a running product', () => {
  let stage: Stage
  let website: Website
  let agent: string
  let publishNews: () => void
  const pages: Record<string, string | Promise<string>> = {}

  test.beforeAll(async ({ browser }) => {
    const news = Promise.withResolvers<string>()
    publishNews = () => news.resolve(page('Spring', 'New colours come in March.'))
    Object.assign(pages, {
      '/': page('Shop', 'We sell boots for every weather.'),
      '/help/': page('Help', 'Write to us at any hour of the day.'),
      '/help/returns': page('Returns', 'Boots can be returned within 30 days.'),
      '/help/sizes': page('Sizes', 'Boots come in sizes 35 to 48.'),
      '/news/spring': news.promise,
    })
    for (const name of ['Care', 'Repair', 'Stores', 'Jobs', LONG])
      pages[`/more/${name}`] = page(name, `What there is to know of ${name.toLowerCase()} stands here.`)
    website = await serveWebsite(pages)
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: website.host } })
    agent = await makeAgent(stage, 'Shop')
  })
  test.afterAll(async () => {
    await stage.close()
    website.close()
  })

  const ask = async (question: string) => {
    const { page } = stage
    await page.goto(`/agents/${agent}/playground`)
    await page.getByRole('textbox', { name: 'Message' }).fill(question)
    await page.keyboard.press('Enter')
    return page.getByRole('article').last()
  }

  test('is planned, looked through and learnt, and goes on in another browser', async ({ browser }) => {
    const { page } = stage
    await page.goto(`/agents/${agent}/knowledge/sources`)
    await button(page, 'Add source').first().click()
    await page.getByRole('menuitem', { name: /^From a website/ }).click()
    await expect(page).toHaveURL(/\/knowledge\/websites$/)
    await expectAccessible(page, 'websites')
    await field(page, 'Address').fill(website.url)
    await button(page, 'Find pages').click()
    await expect(page.getByRole('heading', { name: 'Looking for pages' })).toBeVisible()
    await expectAccessible(page, 'a website that is crawled')
    publishNews()

    await expect(page.getByText('10 of 10 changes chosen')).toBeVisible()
    await expectAccessible(page, 'a plan')
    await page.getByRole('searchbox').fill('/news/**')
    await expect(page.getByText('1 page', { exact: true })).toBeVisible()
    await button(page, 'Choose none of these').click()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByText('9 of 10 changes chosen')).toBeVisible()
    await page
      .getByRole('treeitem', { name: /returns/ })
      .getByRole('button')
      .click()
    await expect(page.getByText('within 30 days')).toBeVisible()
    await expectAccessible(page, 'a page of a plan')
    await page.keyboard.press('Escape')
    await button(page, 'Learn 9 pages').click()
    await expect(page.getByText('Shop has learnt it')).toBeVisible()

    const elsewhere = await browser.newContext({ baseURL: stage.url })
    await elsewhere.request.post('/api/v1/session', { data: ownerAccount })
    const other = await elsewhere.newPage()
    await other.goto('/crawls')
    await expect(other.getByRole('cell', { name: '9 pages' })).toBeVisible()
    await expectAccessible(other, 'all websites')
    await other.getByRole('link', { name: website.url }).click()
    await expect(other.getByText('Shop has learnt it')).toBeVisible()
    await elsewhere.close()
  })

  test('is kept up to date; a check holds back what would break it, until somebody says so', async () => {
    const { page, url, owner } = stage
    const facts = [['30 days']]
    const body = { question: 'Within how many days can boots be returned?', expects: 'answers' as const, facts }
    await must(url, 'createCheck', { params: { agent }, body }, owner)
    await page.goto(`/agents/${agent}/knowledge/websites`)
    await page.getByRole('link', { name: website.url }).click()
    await page.getByLabel('Crawl it').selectOption('daily')
    await page.getByRole('radio', { name: /^Apply it if every check still passes/ }).check()
    await page.getByLabel('Never these pages').fill('/news/**')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved')).toBeVisible()

    pages['/help/sizes'] = pages['/']!.toString().replace('Shop', 'Sizes').replace('every weather', 'sizes 30 to 52')
    await button(page, 'Crawl now').click()
    await expect(page.getByText('1 changed, 8 unchanged')).toBeVisible()
    await expect(page.getByText('Shop has learnt it')).toBeVisible()

    pages['/help/returns'] = pages['/']!.toString()
      .replace('Shop', 'Returns')
      .replace('We sell boots for every weather', 'Boots can be returned within 60 days')
    await button(page, 'Crawl now').click()
    await expect(page.getByText('checks that pass now would fail')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: body.question })).toBeVisible()
    await expectAccessible(page, 'a plan that breaks a check')
    await expect(await ask(body.question)).toContainText('30 days')
    await page.goBack()
    await page
      .getByRole('treeitem', { name: /returns/ })
      .getByRole('button')
      .click()
    await expect(page.getByRole('list', { name: 'What has changed' })).toContainText('within 60 days')
    await page.keyboard.press('Escape')
    await button(page, 'Apply 1 change').click()
    await expect(page.getByText('Shop has learnt it')).toBeVisible()
    await expect(await ask(body.question)).toContainText('60 days')
  })

  test('is crawled once for an agent, is left and come back to, and is learnt', async () => {
    const { page } = stage
    const once = await makeAgent(stage, 'Once')
    const pause = Promise.withResolvers<string>()
    const spring = pages['/news/spring']!
    pages['/news/spring'] = pause.promise
    await page.goto('/crawls')
    await field(page, 'Address').fill(website.url)
    await button(page, 'Find pages').click()
    await expect(page.getByRole('heading', { name: 'Looking for pages' })).toBeVisible()
    await expectAccessible(page, 'a crawl that goes on')
    await page.goto('/crawls')
    const row = page.getByRole('table', { name: 'Crawls' }).getByRole('row').nth(1)
    await expect(row).toContainText('Looking')
    pause.resolve(await spring)
    await expect(row).toContainText('Done')
    await expectAccessible(page, 'crawls')
    await row.getByRole('link').click()

    await expect(page.getByRole('list', { name: 'Left out' })).toContainText('/gone')
    await expect(page.getByRole('list', { name: 'Left out' })).toContainText('Not found')
    await page.getByLabel('Agent').selectOption(once)
    await expect(page.getByText('10 of 10 pages chosen')).toBeVisible()
    await page.getByRole('searchbox').fill('/help/**')
    await button(page, 'Choose none of these').click()
    await expectAccessible(page, 'pages of a crawl')
    await page.getByRole('searchbox').fill('')
    await expectWholeOnPhone(page)
    await page.getByRole('searchbox').fill('/help/**')
    await expect(button(page, 'Choose all of these')).toBeVisible()
    await button(page, 'Learn 7 pages').click()
    await expect(page.getByText('Once has learnt 7 pages')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Once has learnt 7 pages')).toBeVisible()
    await expect(page.getByText('3 of 3 pages chosen')).toBeVisible()
    await expectAccessible(page, 'a crawl that is learnt')

    await button(page, 'Keep this website up to date').click()
    await expect(page).toHaveURL(new RegExp(`/agents/${once}/knowledge/websites/`))
    await expect(page.getByRole('heading', { name: 'What Once is to learn' })).toBeVisible()
  })

  /** On a phone, names of pages are shown whole, each below the one before, and the button to go on is in view. */
  async function expectWholeOnPhone(page: Page): Promise<void> {
    const usual = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    const rows = page.getByRole('treeitem')
    const long = rows.filter({ hasText: LONG })
    await expect(long).toBeVisible()
    expect(await long.locator('[title]').evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
    expect((await long.boundingBox())!.height).toBeGreaterThan(40)
    await expect(async () => {
      const edges = await rows.evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]),
      )
      expect(edges.slice(1).map(([top]) => top)).toEqual(edges.slice(0, -1).map(([, bottom]) => bottom))
    }).toPass()
    await expect(button(page, 'Learn 7 pages')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'pages of a crawl on a phone')
    await page.setViewportSize(usual)
  }

  test('says why an address leads nowhere', async () => {
    const { page } = stage
    await page.goto('/crawls')
    await field(page, 'Address').fill(`${website.url}/nowhere`)
    await button(page, 'Find pages').click()
    await expect(page.getByRole('heading', { name: 'This website could not be read' })).toBeVisible()
    await expect(page.getByText('answered 404')).toBeVisible()
    await expectAccessible(page, 'a website that can’t be read')
  })
})
