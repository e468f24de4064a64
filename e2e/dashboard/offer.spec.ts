import { expect, type Page, test } from '@playwright/test'
import { violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('what the AI does not know', () => {
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk', 'Breakfast is served from seven to ten in the garden room.')
  })
  test.afterAll(() => stage.close())

  const log = (chat: Page) => chat.getByRole('log')
  async function openChat(chat: Page): Promise<void> {
    await chat.goto(`${stage.url}/chat/${agent}`)
    await expect(field(chat, 'Your message')).toBeFocused()
  }
  /** Writes a message and waits for the one that answers it. */
  async function ask(chat: Page, question: string, answer: RegExp): Promise<void> {
    await chat.keyboard.type(question)
    await chat.keyboard.press('Enter')
    await expect(log(chat).getByText(answer).last()).toBeInViewport()
  }
  const unknown = ['Do you rent kayaks?', /Shall I get a person\?/] as const

  test('is answered by an offer, and a visitor who declines it goes on with the AI', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 600 } })
    const chat = await context.newPage()
    await openChat(chat)
    await ask(chat, ...unknown)
    expect(await violations(chat), 'an offer').toEqual([])
    await button(chat, 'No, thanks').click()
    await expect(button(chat, 'Yes, please')).toHaveCount(0)
    await expect(field(chat, 'Your message')).toBeFocused()
    await ask(chat, 'When is breakfast?', /garden room/)
    await stage.page.goto('/inbox?view=unassigned')
    await expect(stage.page.getByText('Nobody is waiting')).toBeVisible()
    await chat.reload()
    await expect(log(chat).getByText('garden room')).toBeVisible()
    await expect(button(chat, 'Yes, please')).toHaveCount(0)
    await context.close()
  })

  test('brings a person to a visitor who wants one, who may still ask the AI instead', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en' })
    const chat = await context.newPage()
    await openChat(chat)
    await ask(chat, ...unknown)
    await button(chat, 'Yes, please').click()
    await expect(chat.getByText(/^Waiting for a person/)).toBeVisible()
    await expect(button(chat, 'Yes, please')).toHaveCount(0)
    await expect(field(chat, 'Your message')).toBeFocused()
    await chat.keyboard.type('When is breakfast?')
    await chat.keyboard.press('Enter')

    const inbox = stage.page
    await inbox.goto('/inbox?view=unassigned')
    const row = inbox.getByRole('link', { name: /When is breakfast\?/ })
    await expect(row).toBeVisible()
    expect(await log(chat).getByText('garden room').count()).toBe(0)
    await button(chat, 'Ask the assistant instead').click()
    await expect(log(chat).getByText('garden room')).toBeVisible()
    await expect(field(chat, 'Your message')).toBeFocused()
    await expect(chat.getByText(/^Answers by AI/)).toBeVisible()
    await expect(row).toBeHidden()
    await context.close()
  })

  test('is answered by the AI at last, when a person gives back what a visitor asked meanwhile', async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'en' })
    const chat = await context.newPage()
    await openChat(chat)
    await button(chat, 'Talk to a person').click()
    await field(chat, 'Your message').focus()
    await chat.keyboard.type('Where are you from?')
    await chat.keyboard.press('Enter')
    const { data } = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    const inbox = stage.page
    await inbox.goto(`/inbox/${agent}/${data[0]!.id}?view=all`)
    await field(inbox, /^Reply to/).fill('From the north.')
    await button(inbox, 'Send').click()
    await expect(chat.getByText('With Owner')).toBeVisible()
    await expect(button(chat, 'Ask the assistant instead')).toHaveCount(0)
    await expect(field(chat, 'Your message')).toBeFocused()
    await chat.keyboard.type('When is breakfast?')
    await chat.keyboard.press('Enter')
    await expect(inbox.getByRole('article').getByText('When is breakfast?')).toBeVisible()
    await button(inbox, 'Back to AI').click()
    await expect(log(chat).getByText('garden room')).toBeVisible()
    await expect(inbox.getByRole('article', { name: /^AI/ }).last()).toContainText('garden room')
    await context.close()
  })

  test('tells of no answer where none is being made, as after a program has given back', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en' })
    const chat = await context.newPage()
    await openChat(chat)
    await button(chat, 'Talk to a person').click()
    await expect(chat.getByText(/^Waiting for a person/)).toBeVisible()
    await field(chat, 'Your message').focus()
    await chat.keyboard.type('Is anybody there?')
    await chat.keyboard.press('Enter')
    await expect(log(chat).getByText('Is anybody there?')).toBeVisible()
    const inbox = stage.page
    await inbox.goto('/inbox?view=unassigned')
    const row = inbox.getByRole('link', { name: /Is anybody there\?/ })
    await expect(row).toBeVisible()
    const { data } = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    const params = { agent, conversation: data[0]!.id }
    await must(stage.url, 'updateConversation', { params, body: { response_mode: 'ai' } }, stage.owner)
    await expect(chat.getByText(/^Answers by AI/)).toBeVisible()
    await expect(row).toContainText('Not answered')
    await expect(log(chat).getByText('The assistant is writing …')).toHaveCount(0)
    await context.close()
  })
})
