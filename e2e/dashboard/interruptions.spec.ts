import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must, ownerAccount } from '../tools/client.ts'
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

test.describe.configure({ mode: 'serial' })

test.describe('nothing written is lost', () => {
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
    await say(stage, place, 'Good morning!')
  })
  test.afterAll(() => stage.close())

  const reply = () => field(stage.page, 'Reply to Ana')

  test('when the session ends', async () => {
    const { page, url } = stage
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await reply().fill('Good morning Ana, what can')
    const [session] = await page.context().cookies(url)
    // End the session while this request is under way; at any other time the event stream would tell the page first.
    await page.route('**/v1/agents/*/conversations/*', async (route) => {
      if (route.request().method() === 'PATCH')
        await must(url, 'signOut', {}, { cookie: `${session!.name}=${session!.value}` })
      await route.continue()
    })
    await button(page, 'Take over').click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(dialog).toBeVisible()
    await page.unroute('**/v1/agents/*/conversations/*')
    await expectAccessible(page, 'a session that ended')
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Password').fill('not the password')
    await button(dialog, 'Sign in').click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByLabel('Password').fill(ownerAccount.password)
    await button(dialog, 'Sign in').click()
    await expect(dialog).toBeHidden()
    await expect(reply()).toHaveValue('Good morning Ana, what can')
    await expect.poll(() => turnOf(stage, place)).toBe('open human')
    await page.reload()
    await expect(reply()).toHaveValue('Good morning Ana, what can')
  })

  test('while offline: it goes out when the connection is back', async () => {
    const { page } = stage
    await page.context().setOffline(true)
    await expect(page.getByRole('status').getByText(/^You are offline/)).toBeVisible()
    await reply().fill('Good morning Ana, what can I do for you?')
    await button(page, 'Send').click()
    await expect(page.getByText('Goes out when the connection is back')).toBeVisible()
    await expectAccessible(page, 'offline')
    await page.context().setOffline(false)
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['human: Good morning Ana, what can I do for you?'])
    await expect(page.getByText('Goes out when the connection is back')).toBeHidden()
    await expect(page.getByText(/^You are offline/)).toBeHidden()
  })

  test('when a colleague was quicker: it asks before it is sent', async () => {
    const { page, url, owner } = stage
    await page.context().setOffline(true)
    await reply().fill('We open at nine.')
    await button(page, 'Send').click()
    await must(url, 'sendHumanMessage', { params: place, body: { content: 'A colleague: from nine on.' } }, owner)
    await page.context().setOffline(false)
    const question = page.getByRole('alertdialog', { name: 'Someone else has replied' })
    await expect(question.getByText('A colleague: from nine on.')).toBeVisible()
    await expectAccessible(page, 'someone else has replied')
    await button(question, 'Keep editing').click()
    await expect(reply()).toHaveValue('We open at nine.')
    expect(await lastMessages(stage, place, 1)).toEqual(['human: A colleague: from nine on.'])
    await button(page, 'Send').click()
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['human: We open at nine.'])
  })

  test('another browser of the same person shows who wrote what', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: stage.url })
    await context.request.post('/api/v1/session', { data: ownerAccount })
    const page = await context.newPage()
    await page.goto(new URL(stage.page.url()).pathname + new URL(stage.page.url()).search)
    const said = (by: string, what: string) => page.getByRole('article', { name: by }).getByText(what)
    await expect(said('You', 'We open at nine.')).toBeVisible()
    await expect(said('Tests', 'A colleague: from nine on.')).toBeVisible()
    await context.close()
  })

  test('when the server can’t be reached, the screen keeps what it has', async () => {
    const { page } = stage
    await page.route('**/v1/**', (route) => route.abort())
    await page.goto('/agents')
    await expect(page.getByRole('alert')).toContainText('The server can’t be reached')
    await expectAccessible(page, 'server unreachable')
    await page.unroute('**/v1/**')
    await button(page, 'Try again').click()
    await expect(page.getByRole('link', { name: 'Front desk' })).toBeVisible()
  })

  test('when a screen’s code can’t be fetched, it says so, and comes back by itself', async () => {
    const { page } = stage
    await page.goto('/inbox')
    for (const to of ['Agents', 'Developers']) {
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await page.route('**/*', (route) => route.abort())
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: to }).click()
      await expect(page.getByRole('main')).toContainText('The server can’t be reached')
      await expect(page.getByText('This page ran into a problem')).toBeHidden()
      await page.unroute('**/*')
      await expect(page.getByRole('heading', { name: to, level: 1 })).toBeVisible()
    }
  })
})
