import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must, ownerAccount } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { serveWebsite, type Website } from '../tools/website.ts'

const deliveries = `<!doctype html><title>Deliveries</title><main><h1>Deliveries</h1>
<p>Parcels leave our warehouse every weekday at 16:00. Within the country they take two working days.
Islands take five working days. A parcel may weigh at most 31 kilograms.</p>
<p>Every parcel can be followed with the number in the confirmation e-mail.</p></main>`

test.describe.configure({ mode: 'serial' })

test.describe('the whole loop', () => {
  let product: Product
  let website: Website
  let page: Page
  let visitor: { key: string; agent: string; conversation: string }

  test.beforeAll(async ({ browser }) => {
    website = await serveWebsite({ '/deliveries': deliveries })
    product = await startProduct({ env: { OUTBOUND_ALLOW: website.host } })
    const context = await browser.newContext({ baseURL: product.url })
    page = await context.newPage()
  })
  test.afterAll(async () => {
    await page.context().close()
    expect(await product.stop()).toBe(0)
    removeData(product)
    website.close()
  })

  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  test('the owner sets the server up and is signed in', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/setup$/)
    await expectAccessible(page, 'setup')
    await field('Organization').fill('Example')
    await field('Your name').fill(ownerAccount.name)
    await field('E-mail').fill(ownerAccount.email)
    await page.getByLabel('Password').fill(ownerAccount.password)
    await button('Create and continue').click()
    await expect(page.getByRole('dialog', { name: 'New agent' })).toBeVisible()
  })

  test('makes an agent', async () => {
    await expectAccessible(page, 'new agent')
    const dialog = page.getByRole('dialog', { name: 'New agent' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await dialog.getByRole('button', { name: 'Create agent' }).click()
    await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible()
    await expectAccessible(page, 'agent overview')
    visitor = { agent: /agents\/([0-9a-f-]{36})/.exec(page.url())![1]!, key: '', conversation: '' }
    await page.goto('/agents')
    await expect(page.getByRole('link', { name: 'Front desk' })).toBeVisible()
    await expectAccessible(page, 'agents')
  })

  test('gives it a text, a question with its answer, and a web page, and watches them train', async () => {
    await page.goto(`/agents/${visitor.agent}/knowledge/sources`)
    await expectAccessible(page, 'sources, empty')
    const add = async (kind: RegExp, known: number) => {
      // The first source replaces the placeholder of the empty list. A menu that is open in that would vanish too.
      if (known > 0) await expect(page.getByRole('row')).toHaveCount(known + 1)
      await expect(page.getByRole('dialog')).toHaveCount(0) // what closes gives the focus back, which closes a menu
      await button('Add source').first().click()
      await page.getByRole('menuitem', { name: kind }).click()
    }
    await add(/^Text/, 0)
    await field('Text').fill(
      'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00 and closes at 21:00.',
    )
    await expectAccessible(page, 'text source')
    await button('Publish and train').click()
    await add(/^Questions and answers/, 1)
    await page.getByRole('textbox', { name: /^Question/ }).fill('Can I bring my dog?')
    await page.getByRole('textbox', { name: /^Answer/ }).fill('Yes. Dogs stay for 15 euros a night.')
    await expectAccessible(page, 'questions and answers')
    await button('Add and train').click()
    await add(/^Web pages/, 2)
    await field('Addresses').fill(`${website.url}/deliveries`)
    await expectAccessible(page, 'web pages')
    await button('Add page').click()
    await expect(page.getByRole('cell', { name: 'Trained' })).toHaveCount(3)
    await expectAccessible(page, 'sources')
  })

  test('asks it in the playground and sees the answer with its source', async () => {
    await page.goto(`/agents/${visitor.agent}/settings`)
    await page.getByRole('radio', { name: /AI, then people/ }).click()
    await expect(page.getByRole('radio', { name: /AI, then people/ })).toBeChecked()
    await expectAccessible(page, 'agent settings')
    await page.goto(`/agents/${visitor.agent}/playground`)
    await field('Message as a visitor').fill('How much may a parcel weigh?')
    await page.keyboard.press('Enter')
    const log = page.getByRole('log')
    await expect(log.getByText(/31 kilograms/).first()).toBeVisible()
    await log.getByText(/\d passages?/).click()
    await expect(
      page.getByRole('dialog', { name: 'Why this answer' }).getByRole('link', { name: 'Deliveries' }),
    ).toBeVisible()
    await expectAccessible(page, 'playground')
  })

  test('compares two replies to it, of which one must be surer than the other', async () => {
    await page.keyboard.press('Escape')
    await button('Compare').click()
    await page.getByLabel('How sure A must be').selectOption('bold')
    await page.getByLabel('How sure B must be').selectOption('cautious')
    const asked = field('Message as a visitor')
    await expect(asked).toHaveValue('How much may a parcel weigh?')
    await asked.fill('Do I pay for my dog on the second night?')
    await page.keyboard.press('Enter')
    const replies = page.getByRole('log')
    await expect(replies).toHaveCount(2)
    for (const letter of ['A', 'B'])
      await expect(page.getByRole('log', { name: `Conversation ${letter}` }).getByRole('article')).toHaveCount(3)
    await expectAccessible(page, 'two replies compared')
    await button('Compare').click()
    await expect(replies).toHaveCount(1)
  })

  test('a visitor asks for a person, and the conversation waits in the inbox', async () => {
    const signedIn = await must(product.url, 'signIn', { body: ownerAccount })
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const organization = signedIn.data.organizations[0]!.id
    const body = {
      name: 'Visitor',
      scopes: ['conversation:read' as const, 'conversation:create' as const],
      expires_at: 'lifetime' as const,
    }
    visitor.key = (await must(product.url, 'createApiKey', { params: { organization }, body }, { cookie })).data.key
    const params = { agent: visitor.agent }
    // playground conversations are not listed
    expect((await must(product.url, 'listConversations', { params }, visitor)).data).toEqual([])
    visitor.conversation = (
      await must(product.url, 'createConversation', { params, body: { chat_user_id: 'Ana' } }, visitor)
    ).data.id

    await page.goto('/inbox')
    await say('I would like to talk to a person, please.')
    await expect(page.getByRole('link', { name: /Inbox.*1/ })).toBeVisible()
    const line = page.getByRole('link', { name: /Ana/ })
    await expect(line).toContainText('Waiting')
    await expectAccessible(page, 'inbox')
    await line.click()
    await expect(page.getByText('I would like to talk to a person, please.').last()).toBeVisible()
    await expectAccessible(page, 'inbox with a conversation')
  })

  test('a person answers, and from then on the AI is silent', async () => {
    const reply = page.getByRole('textbox', { name: /^Reply to Ana/ })
    await reply.fill('Hello Ana, this is the front desk.')
    await button(/^Send/).click()
    await expect.poll(() => lastMessages(1)).toEqual(['human: Hello Ana, this is the front desk.'])
    await say('When is breakfast?')
    await expect(page.getByText('When is breakfast?').last()).toBeVisible()
    await reply.fill('From seven.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => lastMessages(2)).toEqual(['visitor: When is breakfast?', 'human: From seven.'])
  })

  test('gives the baton back, and the AI answers again; takes over, closes and reopens', async () => {
    await button('Back to AI').click()
    await expect(button('Take over')).toBeVisible()
    await expect.poll(mode).toBe('open ai')
    await say('When does the pool close?')
    await expect(page.getByText(/closes at 21:00/).last()).toBeVisible()
    await button('Take over').click()
    await expect.poll(mode).toBe('open human')
    await button('Close').click()
    await expect.poll(mode).toBe('closed human')
    await expectAccessible(page, 'closed conversation')
    await button('Reopen').first().click()
    await expect.poll(mode).toBe('open human')
  })

  test('teaches what a visitor asked and it did not know, sees it proved, and takes it back', async () => {
    const params = { agent: visitor.agent }
    const body = { chat_user_id: 'Bo' }
    const { id: conversation } = (await must(product.url, 'createConversation', { params, body }, visitor)).data
    const asked = { params: { ...params, conversation }, body: { content: 'Do you rent out bicycles?' } }
    await must(product.url, 'sendMessage', asked, visitor)
    await page.goto(`/agents/${visitor.agent}/knowledge/gaps`)
    await page.getByRole('link', { name: 'Do you rent out bicycles?' }).click()
    await button('Answer').click()
    await expect(page.getByText('It does not know this today')).toBeVisible()
    await field('Answer').fill('Yes, bicycles cost 12 euros a day.')
    await expectAccessible(page, 'teach')
    await button('Teach and prove').click()
    const learnt = page.getByRole('dialog', { name: 'What it learnt' })
    await expect(learnt.getByText('Proved: 1 question answered with it.')).toBeVisible()
    await expect(learnt.getByText('Yes, bicycles cost 12 euros a day.')).toBeVisible()
    await expectAccessible(page, 'proof')
    await learnt.getByRole('button', { name: 'Done' }).click()
    const panel = page.getByRole('dialog', { name: 'Do you rent out bicycles?' })
    await expect(panel.getByText('Taught')).toBeVisible()
    await panel.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText('Taken back. The agent replies as it does without it.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Answer' })).toBeVisible()
  })

  test('signs out and in again', async () => {
    await page.context().clearCookies()
    await page.goto('/agents')
    await expect(page).toHaveURL(/\/sign-in/)
    await expectAccessible(page, 'sign-in')
    await field('E-mail').fill(ownerAccount.email)
    await page.getByLabel('Password').fill(ownerAccount.password)
    await button('Sign in').click()
    await expect(page.getByRole('heading', { name: 'Agents' })).toBeVisible()
  })

  const place = () => ({ agent: visitor.agent, conversation: visitor.conversation })
  const say = (content: string) => must(product.url, 'sendMessage', { params: place(), body: { content } }, visitor)
  const lastMessages = async (count: number) => {
    const { data } = await must(product.url, 'listMessages', { params: place() }, visitor)
    return data.slice(-count).map((message) => `${message.role}: ${message.content}`)
  }
  const mode = async () => {
    const { data } = await must(product.url, 'getConversation', { params: place() }, visitor)
    return `${data.status} ${data.response_mode}`
  }
})
