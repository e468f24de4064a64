import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, makeAgent, openStage, type Place, type Stage, say } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('an action', () => {
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
  })
  test.afterAll(() => stage.close())

  test('is defined in the agent’s developers’ tab', async () => {
    const { page } = stage
    await page.goto(`/agents/${place.agent}/developers`)
    await button(page, 'New action').click()
    const dialog = page.getByRole('dialog', { name: 'New action' })
    await field(dialog, 'Name').first().fill('Call back')
    await expect(field(dialog, 'Slug')).toHaveValue(/^call[-_]back$/)
    await field(dialog, 'When to ask').fill('When the visitor wants to be called back.')
    const first = dialog.getByRole('listitem').first()
    await field(first, 'Label').fill('Your phone number')
    await first.getByRole('combobox', { name: 'Type' }).selectOption('phone')
    await button(dialog, 'Add a field').click()
    await field(dialog.getByRole('listitem').nth(1), 'Label').fill('Best time')
    await dialog.getByRole('listitem').nth(1).getByRole('checkbox', { name: 'Has to be filled in' }).uncheck()
    await expectAccessible(page, 'new action')
    await button(dialog, 'Create action').click()
    await expect(page.getByText('2 fields: Your phone number, Best time')).toBeVisible()
    await expectAccessible(page, 'an agent’s actions')
  })

  test('waits where it is, with what has been filled in, while messages arrive and one looks elsewhere', async () => {
    const { page } = stage
    const other = await greet(stage, place.agent, 'Bo')
    await page.goto(`/inbox/${other.agent}/${other.conversation}?view=ai`)
    await say(stage, other, 'Please call me back.')
    const form = page.getByRole('region', { name: 'Call back' })
    const phone = field(form, /^Your phone number/)
    await phone.pressSequentially('+49 30')
    const before = await phone.boundingBox()
    for (let count = 1; count <= 12; count += 1) await say(stage, other, `Hello?\n\n\nAre you there? ${count}`)
    await expect(page.getByRole('button', { name: /\d+ new/ })).toBeVisible()
    await expect(phone).toBeFocused()
    expect((await phone.boundingBox())!.y).toBe(before!.y)
    await page.getByRole('region', { name: 'Messages' }).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(page.getByRole('article').getByText('Are you there? 12')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(phone).toBeFocused()
    await page.keyboard.type(' 12')
    await expect(phone).toHaveValue('+49 30 12')

    await page.getByRole('link', { name: /Ana/ }).click()
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await page.goBack() // Bo, who waits for a person by now, is in another view
    await expect(field(page, 'Reply to Bo')).toBeVisible()
    await page.getByRole('region', { name: 'Messages' }).hover()
    await expect(async () => {
      await page.mouse.wheel(0, -20_000)
      await expect(phone).toHaveValue('+49 30 12', { timeout: 500 })
    }).toPass()
  })

  test('is asked for by the AI, filled in in the thread, and kept with its result', async () => {
    const { page, url, owner } = stage
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await say(stage, place, 'Please call me back.')
    const form = page.getByRole('region', { name: 'Call back' })
    await expect(form.getByText('Waiting to be filled in')).toBeVisible()
    await button(form, 'Submit').click()
    await expect(form.getByRole('alert')).toHaveText('Your phone number is required.')
    await expect(field(form, /^Your phone number/)).toBeFocused()
    await expectAccessible(page, 'an action to fill in')
    await field(form, /^Your phone number/).fill('+49 30 123456')
    await button(form, 'Submit').click()
    await expect(form.getByText('Completed')).toBeVisible()
    await expect(form.getByText('+49 30 123456')).toBeVisible()
    await expectAccessible(page, 'an action filled in')
    const { data } = await must(url, 'listMessages', { params: place }, owner)
    expect(data.find(({ action }) => action)?.action).toMatchObject({
      status: 'completed',
      result: [{ your_phone_number: '+49 30 123456' }],
    })
    await page.reload()
    await expect(form.getByText('Completed')).toBeVisible()
  })
})
