import { expect, type Page, test } from '@playwright/test'
import { must } from '../tools/client.ts'
import { attacks, deeps, hostileName, longWord } from './support/hostile.ts'
import { expectHarmless, expectNoSidewaysScroll, expectWordsInOrder, watch } from './support/inspect.ts'
import { openStage, type Stage } from './support/stage.ts'

// The test opens screens faster than any reader, so the rate limits are raised.
const RATE_LIMITS = JSON.stringify({ read: 10_000, write: 10_000, polling: 10_000 })
const widths = [390, 768, 1440]
// The visitor writes last, so that the conversation waits for a person, who is notified.
const roles = ['human', 'assistant', 'visitor'] as const

interface Writing {
  name: string
  text: string
  messages: readonly string[]
}

const writings: Record<string, Writing> = {
  'markup that attacks': { name: hostileName, text: attacks.join('\n\n'), messages: attacks },
  'words without end': {
    name: longWord(255),
    text: longWord(5_000),
    messages: [longWord(10_000), `\`\`\`\n${longWord(9_000)}\n\`\`\``, ...deeps],
  },
}

for (const [kind, writing] of Object.entries(writings))
  test.describe(`${kind} in names, titles, texts, addresses and messages`, () => {
    let stage: Stage
    let page: Page
    let strangers: string[]
    let written: { agent: string; conversation: string; source: string }

    test.beforeAll(async ({ browser }) => {
      // Bypass the Content-Security-Policy, so that only the page's own sanitizing keeps scripts from running.
      stage = await openStage(browser, { env: { RATE_LIMITS }, context: { bypassCSP: true } })
      page = stage.page
      strangers = await watch(page, stage.url)
      written = await fill(stage, writing)
    })
    test.afterAll(() => stage.close())

    const visit = async (address: string, width: number) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
    }
    const inspect = async (screen: string) => {
      await expectHarmless(page, screen)
      await expectWordsInOrder(page, screen)
      await expectNoSidewaysScroll(page, screen)
      expect(strangers, screen).toEqual([])
    }

    test('on every screen', async () => {
      const agent = `/agents/${written.agent}`
      const screens = {
        '/overview': page.getByRole('heading', { name: 'What answers come from' }),
        '/agents': page.getByRole('table').getByRole('link').first(),
        [agent]: page.getByRole('term').first(),
        [`${agent}/playground`]: page.getByRole('log'),
        [`${agent}/settings`]: page.getByRole('textbox', { name: /^Name/ }),
        [`${agent}/knowledge/sources`]: page.getByRole('cell').first(),
        [`${agent}/knowledge/sources?source=${written.source}`]: page.getByRole('dialog'),
        [`${agent}/developers`]: page.getByRole('cell').first(),
        '/settings/organization': page.getByRole('textbox', { name: /^Name/ }),
        '/settings/api-keys': page.getByRole('cell').first(),
        '/inbox': page.getByRole('list', { name: 'Conversations' }).getByRole('link').first(),
      }
      for (const [address, ready] of Object.entries(screens)) {
        await visit(address, widths[0]!)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expect(ready).toBeVisible()
          await inspect(`${address} at ${width} px`)
        }
      }
    })

    test('in a thread, said by the visitor, the AI and a person', async () => {
      for (const width of widths) {
        await visit(`/inbox/${written.agent}/${written.conversation}`, width)
        const thread = page.getByRole('region', { name: 'Messages' })
        await expect(thread.getByRole('article').last()).toBeVisible()
        await expect(page.getByText('has been waiting for a person')).toBeVisible()
        await inspect(`the thread's end at ${width} px`)
        // The page renders only visible messages, so scroll up through all of them once.
        while (width === widths.at(-1) && !(await thread.getByText(/^The conversation began/).isVisible())) {
          await thread.evaluate((element) => element.scrollBy(0, -1_500))
          await page.waitForTimeout(30)
          await expectHarmless(page, `the thread at ${width} px`)
          const links = thread.locator('article a[href^="http"]')
          const unsafe = await links.evaluateAll((found) =>
            (found as HTMLAnchorElement[])
              .filter(({ target, rel }) => target !== '_blank' || !rel.includes('noopener'))
              .map(String),
          )
          expect(unsafe).toEqual([])
        }
      }
      await inspect("the thread's beginning")
    })

    test('in what is wrong with a field', async () => {
      await visit(`/agents/${written.agent}/widget`, 390)
      await page.getByLabel('Allowed websites').fill(writing.name)
      await page.getByRole('button', { name: 'Save' }).first().click()
      await expect(page.getByText('Has a line that is no website’s address')).toBeVisible()
      await expectNoSidewaysScroll(page, 'the error') // the chat's preview is a frame, as nothing else may be
      await page.getByRole('button', { name: 'Discard' }).first().click() // or the browser asks when the page is left
    })

    test('in the question before deleting, and in the palette', async () => {
      await visit(`/inbox/${written.agent}/${written.conversation}`, 390)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: /Delete/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await inspect('the question')
      await visit('/agents', 1440)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option').first()).toBeVisible()
      await inspect('the palette')
    })
  })

/**
 * Creates an organization, an agent, sources, webhooks and a conversation, all named and filled with the attack texts.
 */
async function fill({ url, owner }: Stage, { name, text, messages }: Writing) {
  const organization = { organization: owner.organizationId }
  await must(url, 'updateOrganization', { params: organization, body: { name } }, owner)
  const description = text.slice(0, 5_000)
  const agent = await must(url, 'createAgent', { params: organization, body: { name, description } }, owner)
  const params = { agent: agent.data.id }
  const settings = { instructions: text.slice(0, 10_000), greeting: text.slice(0, 1_000) }
  await must(url, 'updateAgentSettings', { params, body: settings }, owner)
  const source = await must(url, 'createSource', { params, body: { type: 'text', title: name, content: text } }, owner)
  const path = `${encodeURI(name)}/${longWord(1_000)}`
  await must(url, 'createSource', { params, body: { type: 'url', urls: [`https://source.invalid/${path}`] } }, owner)
  await must(url, 'createDraft', { params, body: { title: name, content: text } }, owner)
  await must(url, 'createWebhookEndpoint', { params, body: { url: `https://hook.invalid/${path}` } }, owner)
  const key = { name: name.slice(0, 100), scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
  await must(url, 'createApiKey', { params: organization, body: key }, owner)
  const imported = {
    origin: 'email' as const,
    chat_user: { id: name, name, email: `${name.slice(0, 200)}@example.com` },
    messages: messages.flatMap((content) => roles.map((role) => ({ role, content }))),
  }
  const conversation = await must(url, 'importConversation', { params, body: imported }, owner)
  const place = { agent: agent.data.id, conversation: conversation.data.id }
  await must(url, 'updateConversation', { params: place, body: { response_mode: 'human' } }, owner)
  return { ...place, source: [source.data].flat()[0]!.id }
}
