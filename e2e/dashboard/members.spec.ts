import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { ownerAccount } from '../tools/client.ts'
import { button, field, greet, makeAgent, openStage, type Stage, say } from './support/stage.ts'

const guest = { name: 'Grace Guest', email: 'grace@example.com', password: 'a long enough password' }

test.describe('a team', () => {
  let stage: Stage
  let theirs: BrowserContext
  let guestPage: Page
  let link = ''
  let agent = ''

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk')
    theirs = await browser.newContext({ baseURL: stage.url })
    guestPage = await theirs.newPage()
  })
  test.afterAll(async () => {
    await theirs.close()
    await stage.close()
  })

  const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  const row = (page: Page) => page.getByRole('row', { name: /Grace Guest/ })

  async function invite(email: string): Promise<string> {
    const { page } = stage
    await page.goto('/settings/members')
    await button(page, 'Invite').click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Invite').click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, 'invite')
    await field(dialog, 'E-mail').fill(email)
    await button(dialog, 'Invite').click()
    const shown = page.getByRole('status', { name: 'Invitation link' })
    await expect(shown).toBeVisible()
    await expectAccessible(page, 'the link')
    const text = (await shown.textContent()) ?? ''
    await button(page, 'Done').click()
    await expect(page.getByRole('dialog')).toBeHidden()
    return text
  }

  test('begins with a link that is shown once', async () => {
    const { page } = stage
    link = await invite(guest.email)
    expect(link).toMatch(new RegExp(`^${stage.url}/invitation#[\\w-]{43}$`))
    await expect(page.getByText(guest.email)).toBeVisible()
    await expectAccessible(page, 'members and invitations')
    await page.reload()
    await expect(page.getByText(guest.email)).toBeVisible()
    expect(await page.content()).not.toContain(link.split('#')[1])
    expect(await page.title()).toBe('Members · Settings · Baton')
  })

  test('is joined with a new account', async () => {
    await guestPage.goto(link)
    await expect(guestPage.getByRole('heading', { name: /^Join / })).toBeVisible()
    await expect(field(guestPage, 'E-mail')).toHaveValue(guest.email)
    await expectAccessible(guestPage, 'invitation')
    await field(guestPage, 'Your name').fill(guest.name)
    await guestPage.getByLabel('Password', { exact: true }).fill(guest.password)
    await button(guestPage, 'Create account and join').click()
    await expect(guestPage.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(row(stage.page)).toBeVisible()
    await expect(stage.page.getByText('Online')).toHaveCount(2)
    await expectAccessible(stage.page, 'members')
    await guestPage.goto(link)
    await expect(guestPage.getByRole('heading', { name: 'This invitation is not good any more' })).toBeVisible()
    await expectAccessible(guestPage, 'a used invitation')
  })

  test('sees who else has a conversation open, who writes in it, and who is away', async () => {
    const { page } = stage
    const place = await greet(stage, agent, 'Ben')
    await say(stage, place, 'Good morning')
    for (const one of [page, guestPage]) await one.goto(`/inbox/${place.agent}/${place.conversation}`)
    await expect(page.getByText('Grace Guest is here too')).toBeAttached()
    await expect(guestPage.getByText('Owner is here too')).toBeAttached()
    await field(guestPage, 'Reply to Ben').pressSequentially('Good')
    await expect(page.getByText('Grace Guest is writing')).toBeVisible()
    await expectAccessible(page, 'somebody writing')
    await expect(guestPage.getByText('Owner is writing')).toBeHidden()
    await field(guestPage, 'Reply to Ben').fill('')

    await guestPage.goto('/agents')
    await button(guestPage, /Grace Guest/).click()
    await guestPage.getByRole('menuitemradio', { name: 'Away' }).click()
    await expect(button(guestPage, /Grace Guest · Away/)).toBeVisible()
    await page.goto('/settings/members')
    await expect(row(page)).toContainText('Away')
    await expectAccessible(page, 'a member who is away')
    await guestPage.goto('/settings/notifications')
    await guestPage.getByRole('radio', { name: /^Available/ }).check()
    await expectAccessible(guestPage, 'notifications')
    await expect(row(page)).not.toContainText('Away')
  })

  test('shows a responder what responders do, and nothing else', async () => {
    await guestPage.goto('/agents')
    await expect(guestPage.getByRole('row', { name: /Front desk/ })).toBeVisible()
    await expect(button(guestPage, 'New agent')).toHaveCount(0)
    await expect(rail(guestPage).getByRole('link', { name: 'Inbox' })).toBeVisible()
    for (const name of ['API keys', 'Websites'])
      await expect(rail(guestPage).getByRole('link', { name })).toHaveCount(0)
    await guestPage.getByRole('link', { name: 'Front desk' }).click()
    const tabs = guestPage.getByRole('navigation', { name: 'Agent' })
    await tabs.getByRole('link', { name: 'Knowledge' }).click()
    await expect(guestPage.getByText('Nothing to answer from yet')).toBeVisible()
    await expect(button(guestPage, 'Add source')).toHaveCount(0)
    for (const name of ['Developers', 'Settings']) await expect(tabs.getByRole('link', { name })).toHaveCount(0)
    await guestPage.goto('/settings/plan')
    await expect(guestPage.getByRole('alert')).toBeVisible()
    await guestPage.goto('/settings/members')
    await expect(row(guestPage).getByText('Responder')).toBeVisible()
    await expect(guestPage.getByRole('combobox')).toHaveCount(0)
    await expect(button(guestPage, 'Invite')).toHaveCount(0)
    const sections = guestPage.getByRole('navigation', { name: 'Settings' })
    for (const name of ['Organization', 'Plan and usage', 'Audit log'])
      await expect(sections.getByRole('link', { name })).toHaveCount(0)
    await expectAccessible(guestPage, 'members for a responder')
  })

  test('gives another role, which shows at once', async () => {
    await row(stage.page).getByRole('combobox').selectOption('Admin')
    await expect(button(guestPage, 'Invite')).toBeVisible()
    await expect(rail(guestPage).getByRole('link', { name: 'Websites' })).toBeVisible()
    await expect(rail(guestPage).getByRole('link', { name: 'API keys' })).toHaveCount(0)
    await expect(guestPage.getByRole('row', { name: /\(you\)/ }).getByRole('combobox')).toBeVisible()
    await expect(guestPage.getByRole('combobox')).toHaveCount(1)
  })

  test('is left at once by who is removed', async () => {
    const { page } = stage
    await button(page, `Remove ${guest.name}`).click()
    await expectAccessible(page, 'remove a member')
    await button(page.getByRole('alertdialog'), 'Remove member').click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(row(page)).toHaveCount(0)
    await expect(guestPage.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible()
    await expectAccessible(guestPage, 'no organization')
  })

  test('finds all of it in the audit log, and as a spreadsheet', async () => {
    const { page } = stage
    await page.goto('/settings/audit')
    const log = page.getByRole('table', { name: 'Audit log' })
    const { name } = ownerAccount
    await expect(log.getByRole('row').nth(1)).toContainText(`${name} removed ${guest.name}`)
    await expect(log.getByRole('row').nth(2)).toContainText(`${name} gave ${guest.name} another role`)
    await expect(log.getByText(`${guest.name} joined by invitation`)).toBeVisible()
    await expectAccessible(page, 'audit log')
    await page.getByRole('combobox', { name: 'What' }).selectOption('Invited')
    await expect(log.getByRole('row')).toHaveCount(2)
    await expect(log.getByText(`${name} invited ${guest.email}`)).toBeVisible()
    expect(new URL(page.url()).search).toBe('?action=invitation.created')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,${guest.email},127.0.0.1`)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('No entry fits these filters.')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Clear').click()
    await expect(log.getByRole('row').nth(1)).toContainText(guest.name)
    await expectAccessible(page, 'audit log on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('exports a visitor and erases them once the word is typed, which the log tells', async () => {
    const { page } = stage
    const visitor = 'ada@example.com'
    await say(stage, await greet(stage, agent, visitor), 'Where is my lamp?')
    await page.goto('/settings/privacy')
    await page.getByRole('combobox', { name: 'Find by' }).selectOption('Visitor id')
    await field(page, 'Visitor id').fill(visitor)
    await page.keyboard.press('Enter')
    const found = page.getByRole('list', { name: 'Found visitors' })
    await expect(found.getByText('Front desk · 1 conversation')).toBeVisible()
    await button(page, 'Export').click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('Where is my lamp?')
    await expectAccessible(page, 'privacy')
    await button(page, 'Erase').click()
    const dialog = page.getByRole('alertdialog', { name: `Erase ${visitor}?` })
    await expect(button(dialog, 'Erase')).toBeDisabled()
    await expectAccessible(page, 'erase a visitor')
    await field(dialog, /to confirm/).fill('erase')
    await button(dialog, 'Erase').click()
    await expect(dialog).toHaveCount(0) // what lies below an open dialog has no role
    await expect(found).toHaveCount(0)
    await button(page, 'Find').click()
    await expect(page.getByText('Nobody was found.')).toBeVisible()

    await page.getByRole('combobox', { name: 'How long' }).selectOption('365 days')
    await button(page, 'Save').click()
    await button(page.getByRole('alertdialog'), 'Erase older ones').click()
    await expect(button(page, 'Save')).toBeDisabled()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'How long' })).toHaveValue('365')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'privacy on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/settings/audit')
    await expect(page.getByRole('row', { name: /erased the visitor …/ })).toBeVisible()
    await expect(page.getByText(visitor)).toHaveCount(0)
  })

  test('is joined again by signing in, and asks somebody else to sign out', async () => {
    const again = await invite(guest.email)
    await button(guestPage, 'Sign out').click()
    await expect(guestPage.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await theirs.request.post('/api/v1/session', { data: ownerAccount })
    await guestPage.goto(again)
    await expect(guestPage.getByText(`You are signed in as ${ownerAccount.email}`)).toBeVisible()
    await expectAccessible(guestPage, 'somebody else’s invitation')
    await button(guestPage, 'Sign out and go on').click()
    await guestPage.getByLabel('Password', { exact: true }).fill(guest.password)
    await expectAccessible(guestPage, 'sign in to join')
    await button(guestPage, 'Sign in').click()
    await button(guestPage, 'Join').click()
    await expect(guestPage.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  })

  test('has its settings listed first on a phone', async () => {
    await guestPage.setViewportSize({ width: 390, height: 844 })
    await guestPage.goto('/settings')
    await expect(guestPage.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await expectAccessible(guestPage, 'settings on a phone')
    await guestPage.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Members' })).toBeVisible()
    await expectAccessible(guestPage, 'members on a phone')
    await guestPage.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await guestPage.setViewportSize({ width: 1280, height: 800 })
    await expect(guestPage.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })
})
