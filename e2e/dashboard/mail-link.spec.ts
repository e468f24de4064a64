import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { createSecrets } from '#server/adapters/secrets/secrets.ts'
import { chatLink } from '#server/features/widget/chat-link.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { button, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('the link in a mail', () => {
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    const port = await freePort()
    const env = { OUTBOUND_ALLOW: '127.0.0.1/32', PUBLIC_URL: `http://127.0.0.1:${port}` }
    stage = await openStage(browser, { env, port })
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

  /** Has a mailbox of the agent's write to its visitors, who are mailed by `mails`. */
  async function mailsVisitorsOf(desk: string, mails: MailServer): Promise<void> {
    const { owner, url } = stage
    const params = { organization: owner.organizationId }
    const { hostname: host, port, username: user, password } = new URL(mails.url)
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const outgoing = { host, port: Number(port), security: 'none' as const, user, auth }
    const incoming = { type: 'http' as const }
    const address = `${desk}@boats.example`
    const body = { agent_id: desk, name: 'Crew', address, incoming, outgoing }
    const { id: mailbox } = (await must(url, 'createMailbox', { params, body }, { cookie: owner.cookie })).data
    const settings = { params: { agent: desk }, body: { continuity_mailbox_id: mailbox } }
    await must(url, 'updateAgentSettings', settings, { cookie: owner.cookie })
  }
  const addressOf = (page: Page) => page.getByRole('log').getByRole('textbox', { name: 'E-mail address' })
  /** Makes all that the server has stored, and all that it will do, some minutes older. */
  function letPass(minutes: number): void {
    const database = new DatabaseSync(join(stage.product.dataDir, 'baton.db'), { timeout: 30_000 })
    const ms = minutes * 60_000
    database.exec(`begin immediate; update messages set created_at = created_at - ${ms};
      update visitors set seen_at = seen_at - ${ms}; update jobs set run_at = run_at - ${ms}; commit`)
    database.close()
  }

  test('leads a visitor who found everybody away, and left an address, to what people have answered since', async ({
    browser,
  }) => {
    const mails = await startMailServer()
    const { owner, page: inbox, url } = stage
    const desk = await makeAgent(stage, 'Ferry desk')
    await mailsVisitorsOf(desk, mails)
    const be = async (availability: 'available' | 'away') => {
      const params = { organization: owner.organizationId }
      await must(url, 'updateOwnMember', { params, body: { availability } }, { cookie: owner.cookie })
    }
    await be('away')
    const visitor = await browser.newContext({ locale: 'en' })
    const chat = await visitor.newPage()
    await chat.goto(`${url}/chat/${desk}`)
    await say(chat, 'Does the ferry run on Sunday?')
    await button(chat, 'Talk to a person').click()
    await expect(chat.getByRole('log').getByText('The answer will be here when you come back.')).toBeVisible()
    await expect(chat.getByText('as soon as somebody is free')).toHaveCount(0)
    expect(await violations(chat), 'an address is asked for').toEqual([])
    await addressOf(chat).fill('ann@a.example')
    await addressOf(chat).press('Enter')
    await expect(addressOf(chat)).toHaveCount(0)
    await visitor.close()

    const { data } = await must(url, 'listConversations', { params: { agent: desk } }, owner)
    await inbox.goto(`/inbox/${desk}/${data[0]!.id}?view=all`)
    await expect(inbox.getByText('ann@a.example').first()).toBeVisible()
    letPass(2)
    await inbox.reload()
    await expect(inbox.getByText('left the page; your answer goes by mail to ann@a.example')).toBeVisible()
    await inbox.getByRole('textbox', { name: /^Reply to/ }).fill('It does, every hour.')
    await button(inbox, 'Send').click()
    await expect(inbox.getByRole('article').getByText('It does, every hour.')).toBeVisible()
    await expect
      .poll(() => {
        letPass(2)
        return mails.received.map(({ to }) => to)
      })
      .toEqual([['ann@a.example']])
    expect(mails.received[0]!.text).toContain('It does, every hour.')
    const [link] = /http:\/\/\S+\/chat\/\S+#[^\s>)]+/.exec(mails.received[0]!.text)!

    const phone = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
    const page = await phone.newPage()
    await page.goto(link)
    await expect(page.getByRole('log').getByText('It does, every hour.')).toBeVisible()
    await say(page, 'Thank you!')
    await expect(inbox.getByRole('article').getByText('Thank you!')).toBeVisible()
    await phone.close()
    await be('available')
    await mails.close()
  })

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

  test('is promised only where mail can be sent, and whoever answers is told that it goes by mail', async ({
    browser,
  }) => {
    const mails = await startMailServer()
    const visitor = await browser.newContext({ locale: 'en' })
    async function askForPerson(): Promise<Page> {
      await visitor.clearCookies()
      const page = await visitor.newPage()
      await page.goto(`${stage.url}/chat/${desk}`)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await say(page, 'May I talk to somebody?')
      await expect(page.locator('header').getByText('Waiting for a person')).toBeVisible()
      return page
    }
    const desk = await makeAgent(stage, 'Second desk')
    await expect(addressOf(await askForPerson())).toHaveCount(0)

    await mailsVisitorsOf(desk, mails)
    const page = await askForPerson()
    await addressOf(page).fill('mia@a.example')
    await addressOf(page).press('Enter')
    await expect(addressOf(page)).toHaveCount(0)
    await visitor.close()
    // A visitor whose browser is not connected has left.
    const { token } = await ask('POST', `/agents/${desk}/sessions`, {})
    await ask('PATCH', '/visitor', { email: 'ann@a.example' }, token)
    await ask('POST', '/messages', { id: crypto.randomUUID(), content: 'Is anybody there?' }, token)
    await fetch(`${stage.url}/widget/v1/hand-over`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    const { id } = (await ask('GET', '/conversation', undefined, token)).conversation
    await stage.page.goto(`/inbox/${desk}/${id}?view=all`)
    await expect(stage.page.getByText('left the page; your answer goes by mail to ann@a.example')).toBeVisible()
    await mails.close()
  })
})
