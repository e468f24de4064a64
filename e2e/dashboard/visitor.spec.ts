import { expect, type Frame, type Page, test } from '@playwright/test'
import { SignJWT } from 'jose'
import { violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { serveHostPages } from './support/host-pages.ts'
import { button, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('a visitor of a website and the team', () => {
  let stage: Stage
  let site: Awaited<ReturnType<typeof serveHostPages>>
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    site = await serveHostPages(stage.url, () => `${stage.url}/widget/${agent}.js`)
  })
  test.afterAll(async () => {
    site.close()
    await stage.close()
  })

  async function newAgent(knowledge?: string): Promise<void> {
    agent = await makeAgent(stage, 'Front desk', knowledge)
    await settle({ widget_origins: [`http://localhost:${site.port}`] })
  }
  const settle = (body: object) =>
    must(stage.url, 'updateAgentSettings', { params: { agent }, body }, { cookie: stage.owner.cookie })

  /** Opens the chat on the website, again if a busy machine took so long for it that it was given up. */
  async function openChat(page: Page): Promise<Frame> {
    await page.waitForFunction(() => window.Baton?.isLoaded)
    const panel = () =>
      page.frames().find((frame) => frame.url().includes('/widget/') && !frame.url().includes('badge'))
    await expect(async () => {
      if (!panel()) await page.evaluate(() => window.Baton?.('open'))
      await panel()!.getByRole('textbox', { name: 'Your message' }).waitFor({ timeout: 5_000 })
    }).toPass()
    return panel()!
  }
  async function say(chat: Frame | Page, content: string): Promise<void> {
    await chat.getByRole('textbox', { name: 'Your message' }).fill(content)
    await chat.getByRole('textbox', { name: 'Your message' }).press('Enter')
  }
  async function openInInbox(): Promise<Page> {
    const { data } = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    await stage.page.goto(`/inbox/${agent}/${data[0]!.id}?view=all`)
    return stage.page
  }

  test('see each other live, from the first question to the rating and on', async ({ browser }) => {
    await newAgent('Breakfast is served from seven to ten in the garden room.')
    const context = await browser.newContext({ locale: 'en' })
    const page = await context.newPage()
    await page.goto(`http://localhost:${site.port}/plain?secret=1`, { referer: 'http://search.example.com/?q=secret' })
    const chat = await openChat(page)
    await page.evaluate(() => {
      window.heard = []
      for (const name of ['message', 'handover', 'close'])
        window.Baton?.('on', name, () => void window.heard!.push(name))
    })
    await say(chat, 'When is breakfast?')
    const log = chat.getByRole('log')
    await expect(log.getByText('garden room')).toBeVisible()
    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    await expect(log.getByText('A person will take over from here.')).toBeVisible()
    await expect(chat.getByRole('button', { name: 'Talk to a person' })).toBeHidden()
    await expect.poll(() => page.evaluate(() => new Set(window.heard).size)).toBe(2)

    // The inbox shows from where they write, and nothing of what stands in the addresses' queries.
    const inbox = await openInInbox()
    const details = inbox.getByRole('complementary', { name: 'Details' })
    await expect(details.getByRole('listitem').filter({ hasText: `localhost:${site.port}/plain` })).toBeVisible()
    for (const [label, value] of [
      ['Came from', 'search.example.com'],
      ['Browser', /Chrom/],
      ['Language', 'English'],
    ] as const)
      await expect(details.getByRole('definition').filter({ hasText: value }).first(), label).toBeVisible()
    await expect(details).not.toContainText('secret')

    // Each side sees the other write, and the visitor who it is.
    // It is told for some seconds only, and nobody hears it whose stream is not open yet: so they go on writing.
    const question = chat.getByRole('textbox', { name: 'Your message' })
    await expect(async () => {
      await question.pressSequentially('Hello? ')
      await expect(inbox.getByText(/is writing…/)).toBeVisible({ timeout: 5_000 })
    }).toPass()
    const reply = inbox.getByRole('textbox', { name: /^Reply to/ })
    await expect(async () => {
      await reply.pressSequentially('Good morning. ')
      await expect(log.getByText('Owner is writing …')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await button(inbox, 'Send').click()
    await expect(log.getByText('Good morning')).toBeVisible()
    await expect(log.getByText('Owner is writing …')).toBeHidden()
    await expect(log.getByText('Owner has joined')).toHaveCount(1)
    await expect(inbox.getByText(/^Seen/)).toBeVisible()
    await expect(question).toHaveValue(/^Hello\?/)

    await button(inbox, 'Back to AI').click()
    await expect(log.getByText('The assistant is back')).toBeVisible()
    await expect(chat.getByRole('button', { name: 'Talk to a person' })).toBeVisible()
    await button(inbox, 'Take over').click()
    await expect(log.getByText('Owner has joined')).toHaveCount(2)

    await button(inbox, 'Close').click()
    await expect(log.getByText('This chat was closed')).toBeVisible()
    await expect(chat.getByText('How was this chat?')).toBeVisible()
    const rating = chat.locator('.bar')
    expect(await violations(chat), 'a closed chat').toEqual([])
    await rating.getByRole('button', { name: 'Not helpful' }).click()
    await expect(chat.getByText('Thank you for telling us.')).toBeVisible()
    await rating.getByRole('button', { name: 'Helpful', exact: true }).click()
    await expect(rating.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute('aria-pressed', 'true')
    const comment = chat.getByRole('textbox', { name: 'Would you like to add something?' })
    await comment.fill('Quick, and kind.')
    expect(await violations(chat), 'a rated chat').toEqual([])
    await chat.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect(comment).toBeHidden()
    await expect(chat.getByText('Thank you for telling us.')).toBeFocused() // which is read out
    await rating.getByRole('button', { name: 'Not helpful' }).click()
    await expect(rating.getByRole('button', { name: 'Not helpful' })).toHaveAttribute('aria-pressed', 'true')
    await rating.getByRole('button', { name: 'Helpful', exact: true }).click()
    await expect(rating.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await inbox.goto(inbox.url()) // after closing, the inbox has gone on to the next conversation
    await openInInbox()
    await expect(inbox.getByText('The visitor rated the conversation good')).toBeVisible()
    await expect(inbox.getByText('Quick, and kind.')).toBeVisible()

    await say(chat, 'One more thing')
    await expect(log.getByText('This chat goes on')).toBeVisible()
    await expect(chat.getByText('How was this chat?')).toBeHidden()
    await expect(inbox.getByRole('article').getByText('One more thing')).toBeVisible()
    await page.evaluate(() => window.Baton?.('close'))
    expect(await page.evaluate(() => window.heard!.at(-1))).toBe('close')
    await context.close()
  })

  test('are known to each other by a token that the website signs', async ({ browser }) => {
    await newAgent()
    await settle({ identity_mode: 'optional' })
    const { owner, url } = stage
    const { secret } = (await must(url, 'createIdentitySecret', { params: { agent } }, { cookie: owner.cookie })).data
    const token = await new SignJWT({ name: 'Ada Lovelace', email: 'ada@example.com' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('ada')
      .setAudience(agent)
      .setExpirationTime('10 minutes')
      .sign(new TextEncoder().encode(secret))
    const context = await browser.newContext({ locale: 'en' })
    const page = await context.newPage()
    await page.goto(`http://localhost:${site.port}/plain`)
    const chat = await openChat(page)
    await say(chat, 'Before you know me')
    await expect(chat.getByText('Sending')).toHaveCount(0)
    await page.evaluate((token) => window.Baton?.('identify', token), token)
    await say(chat, 'And now?')
    const inbox = await openInInbox()
    const messages = inbox.getByRole('region', { name: 'Messages' })
    for (const content of ['Before you know me', 'And now?']) await expect(messages.getByText(content)).toHaveCount(1)
    await expect(inbox.getByRole('complementary', { name: 'Details' }).getByText('Ada Lovelace').first()).toBeVisible()
    await expect(inbox.getByText('ada@example.com').first()).toBeVisible()
    await expect(chat.getByText('Before you know me')).toHaveCount(1)

    // Signed out there, whoever comes next is nobody's visitor.
    await page.evaluate(() => window.Baton?.('shutdown'))
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    const next = await openChat(page)
    await expect(next.getByRole('log')).toContainText('Hello! I am an AI assistant.')
    await expect(next.getByText('Before you know me')).toHaveCount(0)

    // Where nobody may write without a token, the chat says so, and begins with one.
    await settle({ identity_mode: 'required' })
    const chatPage = await context.newPage()
    await chatPage.goto(`${url}/chat/${agent}`)
    await expect(chatPage.getByText('This chat is for people who are signed in.')).toBeVisible()
    expect(await violations(chatPage), 'a chat for people who are signed in').toEqual([])
    await page.goto(`http://localhost:${site.port}/plain`)
    await page.waitForFunction(() => window.Baton?.isLoaded)
    await page.evaluate((token) => window.Baton?.('identify', token), token)
    const known = await openChat(page)
    await expect(known.getByText('Before you know me')).toHaveCount(1)
    await context.close()
  })

  test('exchange a form, filled in by keyboard', async ({ browser }) => {
    await newAgent()
    const action = {
      slug: 'call-back',
      name: 'Call back',
      description: 'The visitor wants to be called back.',
      fields: [
        { name: 'phone', label: 'Your phone number', type: 'phone' as const, required: true },
        { name: 'guests', label: 'Guests', type: 'number' as const, required: false },
      ],
    }
    await must(stage.url, 'createAction', { params: { agent }, body: action }, { cookie: stage.owner.cookie })
    const context = await browser.newContext({ locale: 'en' })
    const chat = await context.newPage()
    await chat.goto(`${stage.url}/chat/${agent}`)
    await say(chat, 'Please call me back.')
    await chat.getByRole('textbox', { name: 'Your phone number' }).fill('+49 30 1234')
    expect(await violations(chat), 'a form').toEqual([])
    await chat.keyboard.press('Tab')
    await chat.keyboard.type('4')
    await chat.keyboard.press('Enter')
    await expect(chat.getByText('Sent', { exact: true })).toBeVisible()
    const inbox = await openInInbox()
    await expect(inbox.getByText('+49 30 1234')).toBeVisible()
    await chat.reload()
    await expect(chat.getByText('Sent', { exact: true })).toBeVisible()
    await expect(chat.getByRole('textbox')).toHaveCount(1) // where messages are written
    await context.close()
  })

  test('miss each other when nobody is there, and no address is asked for', async ({ browser }) => {
    await newAgent()
    await settle({ away_text: 'We are at lunch.' })
    const { owner, url } = stage
    const params = { organization: owner.organizationId }
    const be = (availability: 'available' | 'away') =>
      must(url, 'updateOwnMember', { params, body: { availability } }, { cookie: owner.cookie })
    const context = await browser.newContext({ locale: 'en' })
    const chat = await context.newPage()
    await chat.goto(`${url}/chat/${agent}`)
    await chat.getByRole('textbox', { name: 'Your message' }).waitFor()
    await be('away') // while the chat is open already
    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    await expect(chat.getByText('We are at lunch.')).toBeVisible()
    expect(await violations(chat), 'nobody is there').toEqual([])
    await expect(chat.getByText('The answer will be here when you come back.')).toBeVisible()
    await expect(chat.getByRole('textbox')).toHaveCount(1) // the one to write in
    const inbox = await openInInbox()
    // Whoever answers all the same is there.
    await inbox.getByRole('textbox', { name: /^Reply to/ }).fill('I am back early.')
    await button(inbox, 'Send').click()
    await expect(chat.getByText('I am back early.')).toBeVisible()
    await expect(chat.getByText(/^With /)).toBeVisible()
    await be('available')

    // Where nobody ever comes, nothing is promised.
    await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: false } }, owner)
    const alone = await (await browser.newContext({ locale: 'en' })).newPage()
    await alone.goto(`${url}/chat/${agent}`)
    await alone.getByRole('button', { name: 'Talk to a person' }).click()
    await expect(alone.getByText('Nobody can join this chat.')).toBeVisible()
    await expect(alone.getByText('when you come back')).toHaveCount(0)
    await expect(alone.getByText('a person can take over')).toHaveCount(0)
    await expect(alone.getByRole('textbox')).toHaveCount(1)
    await alone.context().close()
    await context.close()
  })
})

declare global {
  interface Window {
    /** What the chat has told the page. */
    heard?: string[]
  }
}
