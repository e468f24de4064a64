import { expect, test } from '@playwright/test'
import { PROVIDER_REPLY, startModelProvider } from '../faults/support/model-provider.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, lastMessages, openStage, say, turnOf } from './support/stage.ts'

test('what the AI was about to say is offered to whoever took over, and kept', async ({ browser }) => {
  const provider = await startModelProvider()
  const stage = await openStage(browser, {
    env: { OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`, OPENAI_COMPATIBLE_MODELS: 'stalled' },
  })
  const { page, url, owner } = stage
  try {
    const { data: models } = await must(url, 'listAiModels', {}, owner)
    const model = models.find(({ slug }) => slug === 'stalled')!
    const params = { organization: owner.organizationId }
    const agent = (await must(url, 'createAgent', { params, body: { name: 'Front desk', id: model.id } }, owner)).data
      .id
    const place = await greet(stage, agent, 'Ana')
    await say(stage, place, 'When does the pool close?')
    await expect.poll(() => provider.requests('/v1/chat/completions')).toBe(1)
    await page.goto(`/inbox/${agent}/${place.conversation}`)
    await button(page, 'Take over').click()
    await expect(button(page, 'Back to AI')).toBeVisible()
    await expect.poll(() => turnOf(stage, place)).toBe('open human')
    provider.release()

    const offer = page.getByRole('region', { name: 'What the AI was about to say' })
    await expect(offer).toContainText(PROVIDER_REPLY)
    await expectAccessible(page, 'an unsent reply')
    await field(page, 'Reply to Ana').fill('Hello Ana.')
    await button(offer, 'Use as my reply').click()
    await expect(offer).toBeHidden()
    await expect(field(page, 'Reply to Ana')).toHaveValue(`Hello Ana.\n\n${PROVIDER_REPLY}`)
    await button(page, 'Send').click()
    await expect
      .poll(() => lastMessages(stage, place, 2))
      .toEqual(['visitor: When does the pool close?', `human: Hello Ana.\n\n${PROVIDER_REPLY}`])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Written by the AI, not sent' })).toBeVisible()
    await expect(offer).toBeHidden()
  } finally {
    await stage.close()
    provider.close()
  }
})
