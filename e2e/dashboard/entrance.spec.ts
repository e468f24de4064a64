import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { ownerAccount } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { button, field } from './support/stage.ts'

const another = 'another battery staple'

test.describe('the way in', () => {
  let product: Product
  let page: Page
  const complaints: string[] = []

  test.beforeAll(async ({ browser }) => {
    product = await startProduct()
    page = await (await browser.newContext({ baseURL: product.url })).newPage()
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  test.afterAll(async () => {
    await page.context().close()
    expect(await product.stop()).toBe(0)
    removeData(product)
  })

  /** Types a password, shows it with the button beside the field, and hides it again. */
  async function typePassword(label: string, value: string) {
    const input = page.getByLabel(label, { exact: true })
    const frame = page.locator('div', { has: input }).last()
    await input.fill(value)
    await expect(input).toHaveAttribute('type', 'password')
    await button(frame, 'Show what is typed').click()
    await expect(input).toHaveAttribute('type', 'text')
    await expect(input).toHaveValue(value)
    await expect(input).toBeFocused()
    await button(frame, 'Hide what is typed').click()
    await expect(input).toHaveAttribute('type', 'password')
  }

  test('sets a server up and signs in with a clean console', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Set up Baton' })).toBeVisible()
    await expectAccessible(page, 'set-up')
    // What is missing is said at each field, and not in a bubble of the browser's that goes away.
    await button(page, 'Create and continue').click()
    await expect(page.getByText('Is required.')).toHaveCount(4)
    await expect(field(page, 'Organization')).toBeFocused()
    await expectAccessible(page, 'set-up with what is missing')
    await field(page, 'Organization').fill('Example')
    await field(page, 'Your name').fill(ownerAccount.name)
    await field(page, 'E-mail').fill('nobody')
    await typePassword('Password', ownerAccount.password)
    await button(page, 'Create and continue').click()
    await expect(page.getByText('Must be a valid e-mail address.')).toBeVisible()
    await expect(field(page, 'E-mail')).toBeFocused()
    await field(page, 'E-mail').fill(ownerAccount.email)
    await button(page, 'Create and continue').click()
    await expect(page).toHaveURL(/\/agents/)

    await page.goto('about:blank') // an open page would notice the end of its session
    await page.context().clearCookies()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('npm run reset-password -- EMAIL')).toBeVisible()
    await expectAccessible(page, 'sign-in')
    await button(page, 'Sign in').click()
    await expect(page.getByText('Is required.')).toHaveCount(2)
    await expect(field(page, 'E-mail')).toBeFocused()
    await field(page, 'E-mail').fill(ownerAccount.email)
    await typePassword('Password', ownerAccount.password)
    await button(page, 'Sign in').click()
    await expect(page).toHaveURL(/\/overview/)
    expect(complaints).toEqual([])
  })

  test('leads in with another password after it has been changed', async ({ browser }) => {
    const elsewhere = await browser.newContext({ baseURL: product.url })
    await elsewhere.request.post('/api/v1/session', { data: ownerAccount })
    await page.goto('/settings/security')
    const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Password' }) })
    const current = card.getByLabel('Current password', { exact: true })
    const wanted = card.getByLabel('New password', { exact: true })
    await current.fill('not my password')
    await wanted.fill('short')
    await button(card, 'Change password').click()
    await expect(card.getByText('Must be at least 10 characters.')).toBeVisible()
    await typePassword('New password', another)
    await button(card, 'Change password').click()
    await expect(card.getByText('Is not your password.')).toBeVisible()
    await expect(current).toBeFocused()
    await expectAccessible(page, 'password card')
    await typePassword('Current password', ownerAccount.password)
    await button(card, 'Change password').click()
    await expect(page.getByText('Your password has been changed', { exact: true })).toBeVisible()
    await expect(current).toHaveValue('')
    await expect(wanted).toHaveValue('')

    expect((await elsewhere.request.get('/api/v1/session')).status()).toBe(401)
    await elsewhere.close()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
    expect((await page.request.post('/api/v1/session', { data: ownerAccount })).status()).toBe(401)
    const data = { email: ownerAccount.email, password: another }
    expect((await page.request.post('/api/v1/session', { data })).status()).toBe(200)
  })

  test('tells robots and search engines what they ask for', async () => {
    const robots = await page.request.get('/robots.txt')
    expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
    expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: /)
    await page.goto('/')
    const description = page.locator('meta[name=description]')
    await expect(description).toHaveAttribute('content', /AI agents that answer/)
  })
})
