import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { button, greet, makeAgent, openStage, type Place, type Stage, say } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('a team’s inbox', () => {
  let stage: Stage
  let page: Page
  let agent: string
  let ana: Place
  let bo: Place
  let cy: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    page = stage.page
    agent = await makeAgent(stage, 'Front desk')
    const asks = async (visitor: string) => {
      const place = await greet(stage, agent, visitor)
      await say(stage, place, 'Can I talk to a person?')
      return place
    }
    ana = await asks('Ana')
    bo = await asks('Bo')
    cy = await asks('Cy')
  })
  test.afterAll(() => stage.close())

  const press = (keys: string) => page.keyboard.press(keys)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const visit = (place: Place, search = '') => page.goto(`/inbox/${place.agent}/${place.conversation}${search}`)
  const details = () => page.getByRole('complementary', { name: 'Details' })
  const opened = (visitor: string) => page.getByRole('heading', { level: 2, name: visitor })

  test('assigns a conversation by keys, and undoes it', async () => {
    await visit(ana)
    await expect(button(details(), 'Change assignee: Nobody')).toBeVisible()
    await press('i')
    await button(page, 'Undo').hover() // under the pointer, the message stays for longer than six seconds
    await expect(button(details(), /^Change assignee: O?.*Owner$/)).toBeVisible()
    await expect(view('Mine')).toHaveText('Mine1')
    await expect(view('Unassigned')).toHaveText('Unassigned2')
    await button(page, 'Undo').click()
    await expect(button(details(), 'Change assignee: Nobody')).toBeVisible()
    await expect(view('Mine')).toHaveText('Mine0')
    await press('m')
    const members = dialog('Assign the conversation')
    await expect(members.getByRole('option', { name: 'Nobody' })).toBeVisible()
    await expectAccessible(page, 'who takes a conversation')
    await expect(members.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('own')
    await press('Enter')
    await expect(members).toBeHidden()
    await expect(view('Mine')).toHaveText('Mine1')
    await expect(page.getByText(/took|assigned/).last()).toBeVisible()
  })

  test('creates a label, gives it and takes it off', async () => {
    await press('l')
    const labels = dialog('Labels of the conversation')
    await expect(labels.getByText('No labels yet. Type a name to create one.')).toBeVisible()
    await page.keyboard.type('Refund')
    await press('Enter')
    await expect(labels.getByRole('option', { name: 'Refund , chosen' })).toBeVisible()
    await expectAccessible(page, 'labels of a conversation')
    await press('Escape')
    await expect(button(details(), 'Change labels: Refund')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Conversations' }).getByText('Refund')).toBeVisible()
    await button(details(), 'Change labels: Refund').click()
    await labels.getByRole('option', { name: /^Refund/ }).click()
    await press('Escape')
    await expect(button(details(), 'Change labels: None')).toBeVisible()
  })

  test('snoozes until a time, wakes, and opens the next conversation', async () => {
    await visit(bo, '?view=unassigned')
    await expect(button(details(), 'Change snoozed: No')).toBeVisible()
    await press('s')
    await expect(dialog('Snooze the conversation').getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'until when to snooze')
    await dialog('Snooze the conversation').getByRole('option', { name: 'Tomorrow morning' }).click()
    await button(page, 'Wake').hover()
    await expect(page.getByText(/^Snoozed until .*9:00/)).toBeVisible()
    await expect(opened('Cy')).toBeVisible()
    await expect(view('Snoozed')).toHaveText('Snoozed1')
    await button(page, 'Wake').click()
    await expect(view('Snoozed')).toHaveText('Snoozed0')
    await expect(button(details(), 'Change snoozed: No')).toBeVisible()
    await press('s')
    await expect(dialog('Snooze the conversation').getByRole('combobox')).toBeFocused()
    await page.keyboard.type('until')
    await press('Enter')
    await expect(view('Snoozed')).toHaveText('Snoozed1')
    await visit(cy)
    await expect(button(details(), 'Change snoozed: until they write')).toBeVisible()
    await say(stage, cy, 'Hello again')
    await expect(button(details(), 'Change snoozed: No')).toBeVisible()
    await expect(view('Snoozed')).toHaveText('Snoozed0')
  })

  test('opens the next conversation after closing, unless one wants to stay', async () => {
    await visit(bo)
    await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('link')).toHaveCount(3)
    await expect(button(page, 'Close')).toBeVisible() // by then the conversation takes keys
    await press('e')
    await expect(page.getByText('Conversation closed').first()).toBeVisible()
    await expect(opened('Bo')).toBeHidden()
    await button(page, 'Filters').click()
    await page.getByLabel('Open the next after closing').uncheck()
    await press('Escape')
    await visit(cy)
    await expect(opened('Cy')).toBeVisible()
    await button(page, 'Close').click()
    await expect(page.getByText('Conversation closed').first()).toBeVisible() // by then another would be open
    await expect(button(page, 'Reopen').first()).toBeVisible()
    await expect(opened('Cy')).toBeVisible()
  })

  test('changes several at once, and undoes it', async () => {
    for (const visitor of ['Dee', 'Eli', 'Fay'])
      await say(stage, await greet(stage, agent, visitor), 'Can I talk to a person?')
    const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
    const bar = page.getByRole('region', { name: 'Chosen conversations' })
    await page.goto('/inbox')
    await expect(rows).toHaveCount(4)
    await rows.first().focus()
    await press('x')
    await expect(bar.getByText('1 chosen')).toBeVisible()
    await rows.nth(2).click({ modifiers: ['Shift'] })
    await expect(bar.getByText('3 chosen')).toBeVisible()
    await press('l')
    await dialog('Labels of 3 conversations').getByRole('option', { name: 'Refund' }).click()
    await expect(dialog('Labels of 3 conversations').getByRole('option', { name: 'Refund , chosen' })).toBeVisible()
    await press('Escape')
    await expect(page.getByText('“Refund” given to 3 conversations').first()).toBeVisible()
    await expect(rows.getByText('Refund')).toHaveCount(3)
    await rows.first().focus()
    await press('e')
    await expect(page.getByText('3 conversations closed').first()).toBeVisible()
    await button(page, 'Undo').hover()
    await expect(bar).toBeHidden()
    await expect(rows).toHaveCount(1)
    await button(page, 'Undo').click()
    await expect(rows).toHaveCount(4)
    await page
      .getByRole('checkbox', { name: /^Choose / })
      .first()
      .check()
    await bar.getByRole('checkbox', { name: 'Choose all 4 shown' }).check()
    await expect(bar.getByText('4 chosen')).toBeVisible()
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, `several conversations chosen, at ${width} pixels`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await button(bar, 'Label').click()
    await expect(dialog('Labels of 4 conversations').getByRole('combobox')).toBeFocused()
    await expectAccessible(page, 'labels of several conversations, on a phone')
    await press('Escape')
    await button(bar, 'Choose nothing').click()
    await expect(bar).toBeHidden()
  })

  test('has its dialogs on a phone, from the menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(ana)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Assign…' }).click()
    await expectAccessible(page, 'who takes a conversation, on a phone')
    await press('Escape')
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Snooze…' }).click()
    await expectAccessible(page, 'until when to snooze, on a phone')
    await press('Escape')
    await expect(dialog('Snooze the conversation')).toBeHidden()
  })
})
