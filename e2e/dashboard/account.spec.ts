import { expect, type Page, test } from '@playwright/test'
import { codeOf } from '#server/features/two-factor/totp.ts'
import { linkIn, type MailServer, type ReceivedMail, startMailServer } from '#server/testing/mail-server.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { ownerAccount, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { button, field } from './support/stage.ts'

const STEP_MS = 30_000
const presentStep = () => Math.floor(Date.now() / STEP_MS)
const another = 'another battery staple'
const newAddress = 'ada@new.example'

test.describe.configure({ mode: 'serial' })

test.describe('an account where mail is sent', () => {
  let product: Product
  let mail: MailServer
  let page: Page
  let recoveryCodes: string[] = []
  const complaints: string[] = []

  test.beforeAll(async ({ browser }) => {
    mail = await startMailServer()
    const port = await freePort()
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'Support <support@example.com>' }
    product = await startProduct({ port, env: { ...env, PUBLIC_URL: `http://127.0.0.1:${port}` } })
    await setUp(product.url)
    page = await (await browser.newContext({ baseURL: product.url })).newPage()
    page.on('console', (message) => {
      const isRefusal = /status of (401|404|422)/.test(message.text()) // the browser's own line for what is refused below
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  test.afterAll(async () => {
    await page.context().close()
    expect(await product.stop()).toBe(0)
    removeData(product)
    await mail.close()
    expect(complaints).toEqual([])
  })

  const signIn = async (email: string, password: string) => {
    await page.goto('about:blank') // where no open page misses its session
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Password').fill(password)
    await page.keyboard.press('Enter')
  }

  async function mailTo(address: string): Promise<ReceivedMail> {
    await expect.poll(() => mail.received.some(({ to }) => to[0] === address)).toBe(true)
    const found = mail.received.find(({ to }) => to[0] === address)!
    mail.received.length = 0
    return found
  }

  test('turns two-factor on, by keyboard, and signs in with a code', async () => {
    await signIn(ownerAccount.email, ownerAccount.password)
    await expect(page).toHaveURL(/\/overview/)
    await page.goto('/settings/security')
    await button(page, 'Turn on').focus()
    await page.keyboard.press('Enter')
    const asking = page.getByRole('dialog', { name: 'Set up two-factor' })
    await expect(asking.getByLabel('Your password', { exact: true })).toBeFocused()
    await expectAccessible(page, 'two-factor: the password')
    await page.keyboard.type('not my password')
    await page.keyboard.press('Enter')
    await expect(asking.getByText('Is not your password.')).toBeVisible()
    await asking.getByLabel('Your password', { exact: true }).fill(ownerAccount.password)
    await page.keyboard.press('Enter')

    const confirming = page.getByRole('dialog', { name: 'Add it to your authenticator' })
    await expect(confirming.getByRole('img')).toBeVisible()
    await expectAccessible(page, 'two-factor: the picture')
    const secret = (await confirming.getByLabel('Key', { exact: true }).textContent())!.replaceAll(' ', '')
    await confirming.getByLabel('Code', { exact: true }).fill('12')
    await page.keyboard.press('Enter')
    await expect(confirming.getByText('Is not the one that your authenticator shows now.')).toBeVisible()
    const used = presentStep()
    await confirming.getByLabel('Code', { exact: true }).fill(codeOf(secret, used))
    await page.keyboard.press('Enter')

    const storing = page.getByRole('dialog', { name: 'Store your recovery codes' })
    await expect(storing.getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page, 'two-factor: the recovery codes')
    recoveryCodes = await storing.getByRole('listitem').allTextContents()
    await page.keyboard.press('Escape')
    await expect(storing).toBeVisible()
    await button(storing, 'I have stored them').click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    await expectAccessible(page, 'two-factor: on')

    await signIn(ownerAccount.email, ownerAccount.password)
    await expect(field(page, 'Code')).toBeFocused()
    await expectAccessible(page, 'sign-in: the code')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible()
    await field(page, 'Code').fill(codeOf(secret, Math.max(used + 1, presentStep())))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/overview/)
  })

  test('leads back in with another password by a mailed link, on a phone, and a recovery code', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectAccessible(page, 'reset: asking')
    await field(page, 'E-mail').fill(ownerAccount.email)
    await button(page, 'Send me a link').click()
    await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
    await expectAccessible(page, 'reset: asked')
    const link = linkIn(await mailTo(ownerAccount.email))
    expect(link).toContain(`${product.url}/reset-password#`)

    await page.goto(link)
    await field(page, 'New password').fill(another)
    await expectAccessible(page, 'reset: another password')
    await button(page, 'Change password').click()
    await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeFocused()
    await page.goto('about:blank')
    await page.goto(link)
    await field(page, 'New password').fill(another)
    await button(page, 'Change password').click()
    await expect(page.getByRole('heading', { name: 'This link works no more' })).toBeFocused()
    await expectAccessible(page, 'reset: used')
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await expect(button(page, 'Send me a link')).toBeVisible()

    await signIn(ownerAccount.email, another)
    await field(page, 'Code').fill(recoveryCodes[0]!)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/overview/)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('changes name and address, which counts once it is confirmed, and turns two-factor off', async () => {
    await page.goto('/settings/profile')
    await field(page, 'Name').fill('Ada Lovelace')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await field(page, 'New address').fill(newAddress)
    await field(page, 'Password').fill(another)
    await button(page, 'Change address').click()
    await expect(page.getByText(`Open the link that was mailed to ${newAddress}.`)).toBeVisible()
    await expectAccessible(page, 'profile')
    const link = linkIn(await mailTo(newAddress))

    await page.goto(link)
    await expectAccessible(page, 'confirm an address')
    await button(page, 'Confirm this address').click()
    await expect(page.getByRole('heading', { name: 'Your address has been changed' })).toBeFocused()
    await expectAccessible(page, 'an address confirmed')
    expect((await mailTo(ownerAccount.email)).text).toContain(newAddress)
    await page.getByRole('link', { name: 'Go on' }).click()
    await page.goto('/settings/profile')
    await expect(page.getByText(`You sign in with ${newAddress}.`)).toBeVisible()

    await page.goto('/settings/security')
    await button(page, 'Turn off').click()
    const dialog = page.getByRole('dialog', { name: 'Turn two-factor off?' })
    await dialog.getByLabel('Your password', { exact: true }).fill(another)
    await button(dialog, 'Turn off').click()
    await expect(page.getByText('It is off: your password alone signs in.')).toBeVisible()
    await signIn(newAddress, another)
    await expect(page).toHaveURL(/\/overview/)
  })
})
