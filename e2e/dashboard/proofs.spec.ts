import { expect, test } from '@playwright/test'
import { startModelProvider } from '../../src/server/testing/model-provider.ts'
import { expectAccessible, violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { serveWebsite } from '../tools/website.ts'
import { button, field, makeAgent, openStage } from './support/stage.ts'

const HOURS =
  '<html><title>Opening hours</title><main><h1>Opening hours</h1><p>The pool opens at 8:00.</p></main></html>'

test('the sentences of a reply lead to what they rest on, for its visitor and for the team', async ({ browser }) => {
  const site = await serveWebsite({ '/hours': HOURS })
  const provider = await startModelProvider({
    models: ['writer'],
    text: 'Hello! The pool opens at 8:00. [[1]] The sauna is closed. Our gym offers massages every day. [[1]]',
  })
  const env = {
    ...{ OUTBOUND_ALLOW: site.host, OPENAI_COMPATIBLE_BASE_URL: provider.url, OPENAI_COMPATIBLE_MODELS: 'writer' },
    PLAN_QUOTAS: '{"premium":{"message_credits":100}}',
  }
  const stage = await openStage(browser, { env })
  const { page, url, owner } = stage
  try {
    const agent = await makeAgent(stage, 'Front desk')
    const models = await must(url, 'listAiModels', {}, owner)
    const model_id = models.data.find(({ slug }) => slug === 'writer')!.id
    await must(url, 'updateAgent', { params: { agent }, body: { model_id } }, owner)
    const body = { instructions: 'The sauna is closed.' }
    expect((await page.request.patch(`/api/v1/agents/${agent}/settings`, { data: body })).ok()).toBe(true)
    await must(url, 'createSource', { params: { agent }, body: { type: 'url', urls: [`${site.url}/hours`] } }, owner)
    await expect
      .poll(async () => (await must(url, 'listSources', { params: { agent } }, owner)).data.map((one) => one.status))
      .toEqual(['completed'])

    const visit = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 600 } })
    const chat = await visit.newPage()
    await chat.goto(`${url}/chat/${agent}`)
    await field(chat, 'Your message').fill('When does the pool open?')
    await chat.keyboard.press('Enter')
    const number = chat.getByRole('log').getByRole('link', { name: '1: Opening hours' })
    await expect(number).toHaveAttribute('href', `${site.url}/hours`)
    await expect(number).toHaveText('1')
    await expect(chat.getByRole('log').getByRole('link', { name: '1 Opening hours', exact: true })).toBeVisible()
    await expect(chat.getByRole('log')).not.toContainText('massages')
    expect(await violations(chat), 'numbers of sources').toEqual([])

    const [visited] = (await must(url, 'listConversations', { params: { agent } }, owner)).data
    await page.goto(`/inbox/${agent}/${visited!.id}`)
    const reply = page.getByRole('article').filter({ hasText: 'The sauna is closed.' })
    const source = button(reply, 'Source 1')
    await source.focus()
    const shown = page.locator('[data-proof-shown]')
    await expect(shown).toContainText('1. Opening hours')
    await expect(shown).toContainText('The pool opens at 8:00.')
    await expect(source).toHaveAccessibleDescription(/Opening hours.*The pool opens at 8:00\./)
    await expectAccessible(page, 'the passage of a sentence')
    await page.keyboard.press('Escape')
    await expect(shown).toHaveCount(0)
    await reply.getByText('The sauna is closed.').hover()
    await expect(shown).toContainText('rests on the agent’s instructions')
    await page.keyboard.press('Escape') // it stays while the pointer is on it, and lies over the button
    await button(reply, /Why this answer/).click()
    await expect(page.getByRole('dialog', { name: 'Why this answer' })).toContainText('massages')

    await page.goto(`/agents/${agent}/playground`)
    await field(page, 'Message as a visitor').fill('When does the pool open?')
    await page.keyboard.press('Enter')
    await button(page, 'Source 1').click()
    await expect(shown).toContainText('1. Opening hours')
    await visit.close()
  } finally {
    await stage.close()
    provider.close()
    site.close()
  }
})
