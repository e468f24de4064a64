import { expect, type Page, test } from '@playwright/test'
import { cleanMail } from '#server/adapters/mail/html/clean-mail.ts'
import { hostile } from '#server/adapters/mail/html/hostile.fixture.ts'
import { pageOf } from '#server/adapters/mail/html/mail-page.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { makeAgent, openStage, type Stage } from './support/stage.ts'

const OWN = 'http://mail.example/'
const PICTURE = 'https://away.example/looked-at.png'

/** Notes every request that a page makes beyond those to addresses that begin with `own`. */
function watch(page: Page, own: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !url.startsWith('data:')) asked.push(url)
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  return asked
}

test.describe('hostile HTML', () => {
  /** Shows a page without any policy in the browser, and has everything clicked in it. */
  async function show(page: Page, html: string): Promise<string[]> {
    const asked = watch(page, OWN)
    await page.route('**', (route) =>
      route.request().url() === OWN ? route.fulfill({ body: html, contentType: 'text/html' }) : route.abort(),
    )
    await page.goto(OWN, { waitUntil: 'load' }).catch(() => undefined)
    await page.waitForTimeout(100)
    return asked
  }

  test('would run and fetch', async ({ browser }) => {
    let harmful = 0
    for (const [, html] of hostile) {
      const page = await browser.newPage()
      if ((await show(page, html)).length > 0) harmful += 1
      await page.close()
    }
    expect(harmful).toBeGreaterThan(20)
  })

  test('does neither once it is cleaned, even without a policy', async ({ browser }) => {
    for (const [name, html] of hostile) {
      const page = await browser.newPage()
      expect([name, await show(page, pageOf(cleanMail(html, [])))]).toEqual([name, []])
      await page.close()
    }
  })
})

test.describe('a mail as it was sent', () => {
  let stage: Stage
  let agent: string
  let inbound: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk')
    const params = { organization: stage.owner.organizationId }
    const body = {
      ...{ agent_id: agent, name: 'Crew', address: 'crew@boats.example', ai: 'silent' as const },
      incoming: { type: 'http' as const },
    }
    inbound = (await must(stage.url, 'createMailbox', { params, body }, stage.owner)).data.inbound_url!
  })
  test.afterAll(() => stage.close())

  async function post(from: string, html: string): Promise<void> {
    const headers = `From: ${from}\r\nTo: crew@boats.example\r\nSubject: Hello\r\nContent-Type: text/html; charset=utf-8`
    const answer = await fetch(new URL(new URL(inbound).pathname, stage.url), {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: `${headers}\r\n\r\n<p>See</p>${html}`,
    })
    expect(answer.status).toBe(202)
  }
  const conversations = async () =>
    (await must(stage.url, 'listConversations', { params: { agent }, query: { per_page: 100 } }, stage.owner)).data

  test('runs nothing and asks nobody for anything, whatever it holds', async () => {
    const { page, url, owner } = stage
    for (const [index, [, html]] of hostile.entries()) await post(`a${index}@a.example`, html)
    await expect.poll(async () => (await conversations()).length).toBe(hostile.length)
    const asked = watch(page, url)
    for (const { id: conversation, chat_user } of await conversations()) {
      const { data } = await must(url, 'listThread', { params: { agent, conversation }, query: {} }, owner)
      const path = `/api/v1/agents/${agent}/conversations/${conversation}/messages/${data.items[0]!.id}/email/view`
      const before = page.url()
      const answer = await page.goto(path)
      expect([chat_user.id, answer?.status()]).toEqual([chat_user.id, 200])
      await expect(page.getByText('See').first()).toBeVisible()
      expect(page.url()).not.toBe(before)
    }
    expect(asked).toEqual([])
  })

  test('is shown in the thread on request, with its pictures on another, and its links open elsewhere', async () => {
    const { page } = stage
    await post(
      'ann@a.example',
      `<h1>Offer</h1><a href="${stage.url}/docs">Our site</a><img src="${PICTURE}" alt="Logo">`,
    )
    await expect
      .poll(async () => (await conversations()).some(({ chat_user }) => chat_user.id === 'ann@a.example'))
      .toBe(true)
    const { id } = (await conversations()).find(({ chat_user }) => chat_user.id === 'ann@a.example')!
    const asked = watch(page, stage.url)
    await page.goto(`/inbox/${agent}/${id}`)
    await page.getByRole('button', { name: 'Show as sent' }).click()
    const frame = page.frameLocator('iframe[title="The mail as it was sent"]')
    await expect(frame.getByRole('heading', { name: 'Offer' })).toBeVisible()
    await expect(page.getByText('1 picture of it is not loaded')).toBeVisible()
    await expectAccessible(page, 'a mail as it was sent')
    const popup = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Our site' }).click()
    const opened = await popup
    await opened.waitForURL(`${stage.url}/docs**`)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()
    await page.getByRole('button', { name: 'Load pictures' }).click()
    await expect(page.getByText('is not loaded')).toBeHidden()
    await expect(frame.getByRole('heading', { name: 'Offer' })).toBeVisible()
    expect(asked).toEqual([])
  })
})
