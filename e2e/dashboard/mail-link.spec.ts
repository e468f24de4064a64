import { expect, type Page, test } from '@playwright/test'
import { createSecrets } from '#server/adapters/secrets/secrets.ts'
import { chatLink } from '#server/features/widget/chat-link.ts'
import { violations } from '../tools/accessibility.ts'
import { makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('the link in a mail', () => {
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk')
  })
  test.afterAll(() => stage.close())

  /** Sends a request of a visitor's browser. */
  async function ask(method: string, path: string, body?: object, token?: string) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${stage.url}/widget/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, path).toBe(true)
    return (await answer.json()).data
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
  async function say(page: Page, content: string): Promise<void> {
    await field(page).fill(content)
    await field(page).press('Enter')
    // For a moment a message may stand there as sent and as on its way.
    await expect(page.getByRole('log').getByText(content)).toHaveCount(1)
  }

  test('opens the same chat on another device, leaves alone the chat that is there, and stops mails', async ({
    browser,
  }) => {
    const { token } = await ask('POST', `/agents/${agent}/sessions`, {})
    await ask('PATCH', '/visitor', { email: 'ann@a.example' }, token)
    await ask('POST', '/messages', { id: crypto.randomUUID(), content: 'Is the ferry late?' }, token)
    const { id } = (await ask('GET', '/conversation', undefined, token)).conversation
    const dataDir = stage.product.dataDir
    const secrets = createSecrets({ key: undefined, previous: undefined, dataDir })
    const chat = { id, agent_id: agent, chat_user_email: 'ann@a.example', identity_verified: 0 as const }
    const link = chatLink({ config: { publicUrl: stage.url } as never, secrets, now: Date.now }, chat)!

    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await phone.newPage()
    await page.goto(`${stage.url}/chat/${agent}`)
    await say(page, 'Something of my own.')
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('log').getByText('Is the ferry late?')).toBeVisible()
    await expect(page.getByText('Something of my own.')).toBeHidden()
    expect(page.url()).toBe(`${stage.url}/chat/${agent}`)
    expect(await violations(page)).toEqual([])
    await say(page, 'I am on my phone now.')
    await page.reload()
    await expect(page.getByRole('log').getByText('Is the ferry late?')).toBeVisible()
    const seen = JSON.stringify(await ask('GET', '/conversation', undefined, token))
    expect(seen).toContain('I am on my phone now.')

    await page.getByRole('button', { name: 'Send me no more mails' }).click()
    await expect(page.getByText('You get no more mails of this chat.')).toBeVisible()
    const own = await phone.newPage()
    await own.goto(`${stage.url}/chat/${agent}`)
    await expect(own.getByRole('log').getByText('Something of my own.')).toBeVisible()
    await own.goto('about:blank')
    await own.goto(link) // which ends with the address that it was sent to
    await expect(own.getByText('This link has ended.')).toBeVisible()
    await expect(own.getByText('Is the ferry late?')).toBeHidden()
    await phone.close()
  })
})
