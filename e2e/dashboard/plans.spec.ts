import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, makeAgent, openStage, type Place, type Stage, say } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('what can’t be done says why', () => {
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
    await say(stage, place, 'Can I talk to a person?')
  })
  test.afterAll(() => stage.close())

  const changePlan = async (plan: 'Free' | 'Premium') => {
    const { page } = stage
    await page.goto('/settings/plan')
    await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).click()
    if (plan === 'Free') {
      await expectAccessible(page, 'change the plan')
      await button(page.getByRole('alertdialog'), 'Change plan').click()
    }
    await expect(page.getByRole('radio', { name: new RegExp(`^${plan}`) })).toBeChecked()
  }

  test('on the free plan', async () => {
    const { page } = stage
    await changePlan('Free')
    await expectAccessible(page, 'settings')
    await page.goto('/settings/api-keys')
    await expect(page.getByText('The free plan does not include the API.')).toBeVisible()
    await expect(button(page, 'New key')).toHaveCount(0)
    await expectAccessible(page, 'API keys on the free plan')
    await page.goto('/agents?new=true')
    await page.getByText('Answer with a larger model').click()
    // Only what can answer is offered: nothing that takes the premium plan, or a provider that is not connected.
    const offered = page.getByRole('combobox', { name: 'Model' }).getByRole('option')
    await expect(offered).toHaveText([/^Baton/])
    await page.goto(`/agents/${place.agent}/settings`)
    await page.getByRole('radio', { name: /^AI only/ }).click()
    await expect(page.getByRole('radio', { name: /^AI only/ })).toBeChecked()
    await page.getByRole('radio', { name: /^AI, then people/ }).click()
    await expect(page.getByText('The premium plan is needed')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^AI only/ })).toBeChecked()
    await expectAccessible(page, 'a premium setting')
    await changePlan('Premium')
  })

  test('while an agent is disabled', async () => {
    const { page, url, owner } = stage
    await page.goto(`/agents/${place.agent}/settings`)
    await field(page, /^Reason/).fill('Closed for the winter')
    await button(page, 'Disable agent').click()
    await expect(page.getByRole('heading', { name: 'This agent is disabled' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^AI only/ })).toBeDisabled()
    await expectAccessible(page, 'settings of a disabled agent')
    await page.goto(`/agents/${place.agent}/knowledge/sources`)
    await expect(page.getByText('Closed for the winter. Its sources')).toBeVisible()
    await expect(button(page, 'Add source').first()).toBeDisabled()
    await expectAccessible(page, 'sources of a disabled agent')
    await page.goto(`/agents/${place.agent}/playground`)
    await expect(page.getByText('Closed for the winter').first()).toBeVisible()
    await expectAccessible(page, 'a disabled agent')
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await expect(page.getByText('This agent is disabled, so nobody can reply')).toBeVisible()
    await expect(field(page, /^Reply/)).toHaveCount(0)
    await expectAccessible(page, 'a conversation of a disabled agent')
    await page.goto('/agents?status=disabled')
    await expect(page.getByRole('row', { name: /Front desk/ })).toContainText('Disabled')
    await expectAccessible(page, 'disabled agents')
    for (const width of [768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const table = page.getByRole('table', { name: 'Agents' })
      const over = await table.evaluate(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth)
      expect(over, `what of the table is cut off at ${width}`).toBe(0)
    }
    await must(url, 'updateAgentSettings', { params: { agent: place.agent }, body: { is_disabled: false } }, owner)
  })

  test('where there is nothing, or it is somebody else’s', async () => {
    const { page } = stage
    await page.goto('/nowhere')
    await expect(page.getByText('There is no page at this address')).toBeVisible()
    await expectAccessible(page, 'no page')
    await page.goto('/agents/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('There is nothing here')).toBeVisible()
    await expectAccessible(page, 'no agent')
    await page.goto(`/inbox/${place.agent}/00000000-0000-4000-8000-000000000000`)
    await expect(page.getByText('This conversation is gone')).toBeVisible()
    await expectAccessible(page, 'no conversation')
  })
})
