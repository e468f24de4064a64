import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { call } from '../tools/client.ts'
import { tracesOf } from './support/memory.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('an API key', () => {
  let stage: Stage

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    await makeAgent(stage, 'Front desk')
  })
  test.afterAll(() => stage.close())

  test('is made, used and revoked', async () => {
    const { page, url, owner } = stage
    const params = { organization: owner.organizationId }
    await page.goto('/settings/api-keys')
    await button(page, 'New key').click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await button(dialog, 'Create key').click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, 'new key')
    await field(dialog, 'Name').fill('Website')
    await dialog.getByText('Never: it works').scrollIntoViewIfNeeded()
    await button(dialog, 'Create key').click()
    await expect(dialog.getByText('Choose one of these')).toBeInViewport()
    await dialog.getByRole('radio', { name: /^Inbox/ }).check()
    await dialog.getByRole('radio', { name: /^Never/ }).check()
    await button(dialog, 'Create key').click()

    const once = page.getByRole('dialog', { name: 'Store the key' })
    await button(once, 'Reveal').click()
    const key = (await once.getByRole('status', { name: 'BATON_API_KEY' }).textContent()) ?? ''
    expect(key).toMatch(/^baton_[0-9A-Za-z]{46}$/)
    await button(once, 'I have stored it').click()
    await expect(page.getByRole('row', { name: /Website.*Inbox/ })).toBeVisible()
    await expect.poll(() => tracesOf(page, key)).toEqual([])

    const agents = await call(url, 'listAgents', { params }, { key })
    expect(agents.data.map(({ name }) => name)).toEqual(['Front desk'])
    const refused = await call(url, 'createAgent', { params, body: { name: 'Second' } }, { key })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])

    await page.reload()
    const lastUsed = page
      .getByRole('row', { name: /Website/ })
      .getByRole('cell')
      .nth(3)
    await expect(lastUsed).toContainText(/now|second/)
    await expectAccessible(page, 'API keys')
    await button(page, 'Revoke Website').click()
    await expectAccessible(page, 'revoke a key')
    await button(page.getByRole('alertdialog'), 'Revoke key').click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('row', { name: /Website/ })).toBeHidden()
    expect((await call(url, 'listAgents', { params }, { key })).status).toBe(401)
  })
})
