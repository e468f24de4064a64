import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeOf } from '#server/features/two-factor/totp.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { call, must, ownerAccount } from '../tools/client.ts'
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

const STEP_MS = 30_000 // an authenticator shows another code after this
const grace = { name: 'Grace Guest', email: 'grace@example.com', password: 'a long enough password' }
const { name: ownerName } = ownerAccount

test.describe.configure({ mode: 'serial' })

test.describe('two people answer a visitor', () => {
  let stage: Stage
  let theirs: BrowserContext
  let guest: Page
  let place: Place
  let cookie = ''

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    theirs = await browser.newContext({ baseURL: stage.url, viewport: { width: 1440, height: 900 } })
    guest = await theirs.newPage()
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
  })
  test.afterAll(async () => {
    await theirs.close()
    await stage.close()
  })

  const organization = () => ({ organization: stage.owner.organizationId })
  const thread = () => `/inbox/${place.agent}/${place.conversation}`
  const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })
  const reply = (page: Page) => field(page, 'Reply to Ana')
  const said = (page: Page, by: RegExp, what: string) => page.getByRole('article', { name: by }).getByText(what)

  test('one invites the other by a link, who signs in with a second factor', async () => {
    const { page } = stage
    await page.goto('/settings/members')
    await button(page, 'Invite').click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'E-mail').fill(grace.email)
    await button(dialog, 'Invite').click()
    const link = await page.getByRole('status', { name: 'Invitation link' }).textContent()
    await button(page, 'Done').click()
    await guest.goto(link ?? '')
    await field(guest, 'Your name').fill(grace.name)
    await guest.getByLabel('Password', { exact: true }).fill(grace.password)
    await button(guest, 'Create account and join').click()
    await expect(guest.getByRole('heading', { name: 'Inbox' })).toBeVisible()

    await guest.goto('/settings/security')
    await button(guest, 'Turn on').click()
    const asking = guest.getByRole('dialog', { name: 'Set up two-factor' })
    await asking.getByLabel('Your password', { exact: true }).fill(grace.password)
    await guest.keyboard.press('Enter')
    const confirming = guest.getByRole('dialog', { name: 'Add it to your authenticator' })
    const secret = (await confirming.getByLabel('Key', { exact: true }).textContent())!.replaceAll(' ', '')
    const used = Math.floor(Date.now() / STEP_MS)
    await confirming.getByLabel('Code', { exact: true }).fill(codeOf(secret, used))
    await guest.keyboard.press('Enter')
    await button(guest.getByRole('dialog'), 'I have stored them').click()
    await expect(guest.getByText('10 recovery codes are left.')).toBeVisible()

    await guest.goto('about:blank') // where no open page misses its session
    await theirs.clearCookies()
    await guest.goto('/sign-in')
    await field(guest, 'E-mail').fill(grace.email)
    await field(guest, 'Password').fill(grace.password)
    await guest.keyboard.press('Enter')
    await field(guest, 'Code').fill(codeOf(secret, Math.max(used + 1, Math.floor(Date.now() / STEP_MS))))
    await guest.keyboard.press('Enter')
    await expect(guest).toHaveURL(/\/inbox/)
    cookie = (await theirs.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  })

  test('she sees who waits, takes it and writes a note that mentions the other', async () => {
    await say(stage, place, 'Can I talk to a person about my lamp?')
    await guest.getByRole('link', { name: /^Inbox/ }).click()
    await guest.getByRole('link', { name: /^Unassigned/ }).click()
    await guest.getByRole('link', { name: /Ana/ }).click()
    await expect(guest.getByText(/Ana has been waiting for a person/)).toBeVisible()
    await expect(button(details(guest), 'Change assignee: Nobody')).toBeVisible()
    await guest.keyboard.press('i')
    await expect(button(details(guest), `Change assignee: ${grace.name}`)).toBeVisible()
    await stage.page.goto(thread())
    await expect(reply(stage.page)).toBeVisible()

    await guest.keyboard.press('n')
    const note = field(guest, 'Note for the team')
    // The other's page may not follow what happens yet, so she writes on until she is seen.
    const writing = stage.page.getByRole('status').getByText(`${grace.name} is writing`)
    const writesOn = async () => {
      await note.pressSequentially('Hm. ')
      return writing.isVisible()
    }
    await expect.poll(writesOn).toBe(true)
    await note.pressSequentially(`Do we have lamps, @${ownerName.slice(0, 2)}`)
    await expect(guest.getByRole('option', { name: ownerName })).toBeVisible()
    await guest.keyboard.press('Enter')
    await guest.keyboard.press('Control+Enter')
    await expect(said(stage.page, /^Note by Grace/, `Do we have lamps, @${ownerName}`)).toBeVisible()
  })

  test('each is warned of what the other has sent, and sends a reply anyway', async () => {
    const { page } = stage
    await button(guest, 'Reply').click()
    await reply(guest).fill('Hello Ana, I am Grace.')
    await reply(page).fill('Good morning Ana.')
    await button(guest, 'Send').click()
    await expect(page.getByText('Someone else replied while you were writing')).toBeVisible()
    await expectAccessible(page, 'the other was quicker')
    await button(page, 'Send').click()
    const question = page.getByRole('alertdialog', { name: 'Someone else has replied' })
    await expect(question.getByText('Hello Ana, I am Grace.')).toBeVisible()
    await expectAccessible(page, 'the other was quicker, at sending')
    expect(await lastMessages(stage, place, 1)).toEqual(['human: Hello Ana, I am Grace.'])
    await button(question, 'Send anyway').click()
    await expect(said(guest, new RegExp(`^${ownerName}`), 'Good morning Ana.')).toBeVisible()
    expect(await lastMessages(stage, place, 2)).toEqual(['human: Hello Ana, I am Grace.', 'human: Good morning Ana.'])
  })

  test('she sends a saved reply, once it is whole', async () => {
    const saved = [
      {
        title: 'Ask for the address',
        content: 'Hi {{visitor.name|there}}, is {{visitor.email}} yours? {{member.name}}',
      },
      { title: 'Opening hours', content: 'We open at nine.' },
    ]
    for (const body of saved) await must(stage.url, 'createSavedReply', { params: organization(), body }, { cookie })
    await reply(guest).pressSequentially('/addr')
    await expect(guest.getByRole('option')).toHaveCount(1)
    await expectAccessible(guest, 'saved replies')
    await guest.keyboard.press('Enter')
    await expect(reply(guest)).toHaveValue(`Hi there, is {{visitor.email}} yours? ${grace.name}`)
    await expect(guest.getByText('fill in what is not known: the visitor’s email address')).toBeVisible()
    await expect(button(guest, 'Send')).toBeDisabled()
    await expectAccessible(guest, 'a saved reply that lacks something')
    await guest.keyboard.press('Control+Enter')
    await guest.keyboard.type('ana@example.com')
    await guest.keyboard.press('Control+Enter')
    const whole = `Hi there, is ana@example.com yours? ${grace.name}`
    await expect(said(stage.page, /^Grace/, whole)).toBeVisible()

    await guest.setViewportSize({ width: 390, height: 844 })
    await button(guest, 'Saved replies').click()
    await expect(guest.getByRole('option')).toHaveCount(2)
    await expectAccessible(guest, 'saved replies on a phone')
    await guest.keyboard.press('Escape')
    await expect(guest.getByRole('option')).toHaveCount(0)
    await expect(reply(guest)).toBeFocused()
    await guest.setViewportSize({ width: 1440, height: 900 })
  })

  test('she labels and snoozes it, the visitor wakes it, she closes it and finds it again', async () => {
    const body = { name: 'Lamps', color: 'orange' as const }
    await must(stage.url, 'createLabel', { params: organization(), body }, { cookie })
    await guest.keyboard.press('Escape') // leaves the field, so that keys are shortcuts
    await guest.keyboard.press('l')
    await guest.getByRole('dialog').getByRole('option', { name: 'Lamps' }).click()
    await guest.keyboard.press('Escape')
    await expect(stage.page.getByText(`${grace.name} added Lamps`)).toBeVisible()
    await expect(guest.getByRole('dialog')).toBeHidden()
    await guest.keyboard.press('s')
    await guest.getByRole('dialog').getByRole('option', { name: 'Until they write' }).click()
    await expect(button(details(guest), 'Change snoozed: until they write')).toBeVisible()
    await guest.getByRole('link', { name: /^Snoozed/ }).click()
    await expect(guest.getByRole('link', { name: /Ana/ })).toBeVisible()
    await say(stage, place, 'Yes, and it is green.')
    await expect(stage.page.getByText('The visitor woke it')).toBeVisible()
    await guest.getByRole('link', { name: /^Mine/ }).click()
    await guest.getByRole('link', { name: /Ana/ }).click()
    await expect(said(guest, /^Ana/, 'Yes, and it is green.')).toBeVisible()
    await button(guest, 'Close').click()
    await expect.poll(() => turnOf(stage, place)).toBe('closed human')
    const query = { q: 'gree' } // the beginning of a word of the visitor's
    const found = async () =>
      (await must(stage.url, 'search', { params: organization(), query }, { cookie })).data.items
    await expect.poll(found).toMatchObject([{ conversation_id: place.conversation }])
    await guest.getByRole('searchbox', { name: 'Search messages, notes and visitors' }).fill(query.q)
    const results = guest.getByRole('list', { name: 'Conversations found' })
    await expect(results.getByRole('link', { name: /Ana/ }).locator('mark')).toHaveText('green')
  })

  test('the owner reads it in the audit log and removes her, who is gone at once', async () => {
    const { page } = stage
    await page.goto('/settings/audit')
    const log = page.getByRole('table', { name: 'Audit log' })
    await expect(log.getByText(`${ownerName} invited ${grace.email}`)).toBeVisible()
    await expect(log.getByText(`${grace.name} joined by invitation`)).toBeVisible()
    await page.goto('/settings/members')
    await button(page, `Remove ${grace.name}`).click()
    await button(page.getByRole('alertdialog'), 'Remove member').click()
    await expect(guest.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible()
    const late = { content: 'One thing more', seen_position: '1.0' }
    expect((await call(stage.url, 'replyToVisitor', { params: place, body: late }, { cookie })).status).toBe(403)
    await page.goto('/settings/audit')
    await expect(log.getByText(`${ownerName} removed ${grace.name}`)).toBeVisible()
  })
})
