import { expect, test } from '@playwright/test'
import { startModelProvider } from '../../src/server/testing/model-provider.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, lastMessages, makeAgent, openStage, say } from './support/stage.ts'

test('an account of one’s own answers while no credit is left, and the built-in model when it is deleted', async ({
  browser,
}) => {
  const provider = await startModelProvider({
    key: 'sk-the-right-key-0000',
    models: ['writer', 'thinker'],
    text: 'Glad to help!',
  })
  const stage = await openStage(browser, {
    env: { OUTBOUND_ALLOW: '127.0.0.1/32', PLAN_QUOTAS: '{"premium":{"message_credits":0}}' },
  })
  const { page, url, owner } = stage
  try {
    const agent = await makeAgent(stage, 'Front desk')
    await page.goto('/settings/models')
    await expect(page.getByText('No accounts yet')).toBeVisible()
    await expectAccessible(page, 'no accounts')
    await button(page, 'Add account').click()
    const dialog = page.getByRole('dialog', { name: 'Add an account' })
    await dialog.getByLabel('OpenAI-compatible server').check()
    await expectAccessible(page, 'the provider of an account')
    await button(dialog, 'Continue').click()
    await field(dialog, 'Address').fill(provider.url)
    await dialog.getByLabel('Key', { exact: true }).fill('sk-the-wrong-key-0000')
    await button(dialog, 'Look for models').click()
    await expect(dialog.getByRole('alert')).toContainText('refuses this key')
    await expectAccessible(page, 'a key that is refused')
    await dialog.getByLabel('Key', { exact: true }).fill('sk-the-right-key-0000')
    await button(dialog, 'Look for models').click()
    await expect(dialog.getByText('2 models were found.')).toBeVisible()
    await expectAccessible(page, 'the models of an account')
    await field(dialog, /^Name/).fill('Our server')
    await button(dialog, 'Add account').click()
    const accounts = page.getByRole('list', { name: 'Accounts' })
    await expect(accounts.getByRole('listitem').filter({ hasText: 'Our server' })).toContainText('Answers')

    await page.goto(`/agents/${agent}/settings`)
    const model = page.getByLabel('Model', { exact: true })
    await model.selectOption({ label: 'writer (no credits)' })
    await page.locator('form').filter({ has: model }).getByRole('button', { name: 'Save' }).click()
    await button(page, 'Change the model').click()
    await expect
      .poll(async () => (await must(url, 'getAgent', { params: { agent } }, owner)).data.model.slug)
      .toBe('writer')
    const place = await greet(stage, agent, 'Ana')
    await say(stage, place, 'When do you open?')
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['assistant: Glad to help!'])

    await page.goto('/settings/models')
    await button(page, 'Delete Our server').click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Front desk answers with it')
    await button(page, 'Delete account').click()
    await expect(page.getByText('No accounts yet')).toBeVisible()
    expect((await must(url, 'getAgent', { params: { agent } }, owner)).data.model.slug).toBe('baton-built-in')
  } finally {
    await stage.close()
    provider.close()
  }
})
