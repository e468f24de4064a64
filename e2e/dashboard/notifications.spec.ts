import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, makeAgent, openStage, type Place, type Stage, say } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('a mention', () => {
  let stage: Stage
  let theirs: BrowserContext
  let guest: Page
  let place: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    const { owner, url } = stage
    theirs = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    const params = { organization: owner.organizationId }
    const invited = await stage.page
      .context()
      .request.post(`/api/v1/organizations/${params.organization}/invitations`, {
        data: { email: 'grace@example.com', role: 'responder' },
      })
    const { link } = (await invited.json()).data as { link: string }
    const token = new URL(link).hash.slice(1)
    const body = { token, name: 'Grace Guest', password: 'a long enough password' }
    expect((await theirs.request.post('/api/v1/invitations/accept', { data: body })).status()).toBeLessThan(300)
    guest = await theirs.newPage()
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
    await say(stage, place, 'Where is my parcel?')
  })
  test.afterAll(async () => {
    await theirs.close()
    await stage.close()
  })

  const bell = (page: Page) => button(page, /^Notifications/)
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

  test('is counted at the bell of the one mentioned alone, listed, and read by being opened', async () => {
    const { page } = stage
    await guest.goto('/overview')
    await expect(bell(guest)).toHaveAccessibleName('Notifications')
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await page.keyboard.press('n')
    const note = field(page, 'Note for the team')
    await note.pressSequentially('Can you look, @Gra')
    await expect(page.getByRole('option', { name: 'Grace Guest' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect(bell(guest)).toHaveAccessibleName('Notifications , 1 unread')
    await expect(bell(page)).toHaveAccessibleName('Notifications')

    await guest.keyboard.press('g')
    await guest.keyboard.press('n')
    const line = panel(guest).getByRole('link', { name: /mentioned you/ })
    await expect(line).toContainText('Can you look, @Grace Guest')
    await expect(line).toContainText('Ana')
    await expectAccessible(guest, 'the list of notifications')
    await line.click()
    await expect(guest).toHaveURL(new RegExp(`/inbox/${place.agent}/${place.conversation}`))
    await expect(panel(guest)).toBeHidden()
    await expect(bell(guest)).toHaveAccessibleName('Notifications')
  })

  test('puts the conversation in the view “For me”, and all can be marked as read', async () => {
    await guest.goto('/inbox?view=for_me')
    await expect(guest.getByRole('link', { name: /^For me/ })).toHaveAttribute('aria-current', 'page')
    await expect(guest.locator(`[data-conversation="${place.conversation}"]`)).toBeVisible()
    await expectAccessible(guest, 'the view "For me"')
    const { owner, page } = stage
    const members = (await must(stage.url, 'listMembers', { params: { organization: owner.organizationId } }, owner))
      .data
    const graceId = members.find(({ name }) => name === 'Grace Guest')!.user_id
    const assigned = await page
      .context()
      .request.patch(`/api/v1/agents/${place.agent}/conversations/${place.conversation}/assignment`, {
        data: { assignee: graceId },
      })
    expect(assigned.status()).toBe(200)
    await guest.setViewportSize({ width: 390, height: 844 })
    await expect(bell(guest)).toHaveAccessibleName('Notifications , 1 unread')
    await bell(guest).click()
    await expect(panel(guest).getByText('assigned a conversation to you')).toBeVisible()
    await button(panel(guest), 'Mark all as read').click()
    await expect(button(panel(guest), 'Mark all as read')).toBeDisabled()
    await expectAccessible(guest, 'the list of notifications on a phone')
    await guest.keyboard.press('Escape')
    await expect(bell(guest)).toHaveAccessibleName('Notifications')
  })
})
