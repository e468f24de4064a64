import { expect, type Locator, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must, ownerAccount } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { serveWebsite, type Website } from '../tools/website.ts'
import { button, field, greet, lastMessages, type Place, type Stage, say, turnOf } from './support/stage.ts'

const MOST_TABS = 60 // presses of Tab within which everything on a screen must be reached

const pageAt = (path: string) =>
  `<!doctype html><title>${path}</title><main><h1>${path}</h1><p>What there is to know about ${path}.</p>
  <a href="/help">Help</a> <a href="/help/returns">Returns</a> <a href="/help/sizes">Sizes</a> <a href="/news/spring">Spring</a></main>`

test.describe.configure({ mode: 'serial' })

/** Goes from an empty server to a closed conversation without a mouse. */
test.describe('by keyboard alone', () => {
  let product: Product
  let stage: Stage
  let place: Place
  let website: Website

  test.beforeAll(async ({ browser }) => {
    website = await serveWebsite(
      Object.fromEntries(
        ['/', '/help', '/help/returns', '/help/sizes', '/news/spring'].map((path) => [path, pageAt(path)]),
      ),
    )
    product = await startProduct({ env: { OUTBOUND_ALLOW: website.host } })
    const context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    // Record clicks that no key caused: those would be a mouse's.
    await page.addInitScript(() => {
      document.addEventListener('pointerdown', () => document.documentElement.setAttribute('data-pointer', ''), true)
    })
    const owner = { organizationId: '', cookie: '', key: '' }
    stage = { product, url: product.url, owner, page, close: () => context.close() }
  })
  test.afterAll(async () => {
    await stage.close()
    expect(await product.stop()).toBe(0)
    removeData(product)
    website.close()
  })
  test.afterEach(() => expect(stage.page.locator('html')).not.toHaveAttribute('data-pointer'))

  const press = (keys: string) => stage.page.keyboard.press(keys)
  const type = (text: string) => stage.page.keyboard.type(text)

  /** Presses `g` and a key, which count together if the second comes within a second, until a screen is there. */
  const go = async (key: string, heading: string) => {
    await expect(async () => {
      await press('g')
      await press(key)
      await expect(stage.page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 5_000 })
    }).toPass()
  }
  /** Presses Tab until the target has the focus, and checks that the focus is visible. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled() // Tab passes over a button that is not
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return expectFocusVisible(target)
      await press('Tab')
    }
    throw new Error(`Tab does not lead to ${target}.`)
  }
  const expectFocusVisible = async (target: Locator) => {
    const isVisible = await target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    // The focus may be shown by the frame of a field or by the row around it.
    if (!isVisible) await expect(target.locator('xpath=ancestor-or-self::*[position()<4]').last()).toBeVisible()
    expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
  }
  const activate = async (target: Locator, key = 'Enter') => {
    await tabTo(target)
    await press(key)
  }
  const named = (name: string | RegExp) => stage.page.getByRole('button', { name, exact: typeof name === 'string' })

  test('sets the server up and makes an agent', async () => {
    const { page, owner } = stage
    await page.goto('/')
    await expect(field(page, 'Organization')).toBeFocused()
    await type('Example')
    for (const [label, text] of [
      ['Your name', ownerAccount.name],
      ['E-mail', ownerAccount.email],
      ['Password', ownerAccount.password],
    ] as const) {
      await tabTo(page.getByLabel(label))
      await type(text)
    }
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New agent' })
    await expect(field(dialog, 'Name')).toBeFocused()
    await type('Front desk')
    await press('Enter')
    await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible()
    const agent = /agents\/([0-9a-f-]{36})/.exec(page.url())![1]!
    const { data, headers } = await must(stage.url, 'signIn', { body: ownerAccount })
    owner.cookie = headers.get('set-cookie')!.split(';')[0]!
    owner.organizationId = data.organizations[0]!.id
    place = { agent, conversation: '' }
  })

  test('teaches it and sets who answers', async () => {
    const { page } = stage
    await activate(page.getByRole('link', { name: 'Knowledge', exact: true }))
    await activate(named('Add source').first())
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await press('Enter')
    await expect(field(page, 'Text')).toBeFocused()
    await type('The pool opens at 8:00 and closes at 21:00.')
    await activate(named('Publish and train'))
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('cell', { name: 'Trained' })).toBeVisible()
    await activate(page.getByRole('link', { name: /^Text: The pool/ }))
    await expect(page.getByRole('dialog', { name: /The pool/ })).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('link', { name: /^Text: The pool/ })).toBeFocused()

    await activate(page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).last())
    await tabTo(page.getByRole('radio', { name: /^AI only/ }))
    await press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^AI, then people/ })).toBeChecked()
  })

  test('learns pages of a website, and looks at one', async () => {
    const { page } = stage
    await activate(page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Knowledge' }))
    await activate(page.getByRole('link', { name: 'Websites', exact: true }).last())
    await tabTo(field(page, 'Address'))
    await type(website.url)
    await press('Enter')
    await expect(page.getByText('5 of 5 changes chosen')).toBeVisible()

    const tree = page.getByRole('tree', { name: 'Pages' })
    const current = async () => page.locator(`[id="${await tree.getAttribute('aria-activedescendant')}"]`)
    await tabTo(tree)
    await press('ArrowDown')
    await press('ArrowDown')
    await expect(await current()).toHaveAccessibleName('help, 3 of 3 chosen')
    await press('ArrowLeft')
    await expect(await current()).toHaveAttribute('aria-expanded', 'false')
    await press('ArrowRight')
    await expect(await current()).toHaveAttribute('aria-expanded', 'true')
    await press('ArrowRight')
    await expect(await current()).toHaveAccessibleName(/^\/help/)
    await press('Space')
    await expect(await current()).toHaveAttribute('aria-checked', 'false')
    await expect(page.getByText('4 of 5 changes chosen')).toBeVisible()
    await expectAccessible(page, 'a page in the tree')

    await press('Tab')
    const shows = page.getByRole('button', { name: 'Show the text of /help' })
    await expect(shows).toBeFocused()
    await expectFocusVisible(shows)
    await press('Enter')
    await expect(page.getByRole('dialog')).toContainText(`${website.url}/help`)
    await press('Escape')
    await expect(shows).toBeFocused()
    await press('ArrowDown')
    await expect(tree).toBeFocused()
    await expect(await current()).toHaveAccessibleName(/^returns/)
    await press('o')
    await expect(page.getByRole('dialog')).toContainText(`${website.url}/help/returns`)
    await press('Escape')
    await expect(tree).toBeFocused()
    await press('End')
    await expect(await current()).toHaveAccessibleName(/^spring/)
    await press('ArrowLeft')
    await expect(await current()).toHaveAccessibleName(/^news/)
    await press('Enter')
    await expect(page.getByText('3 of 5 changes chosen')).toBeVisible()
    await press('Home')
    await press('ArrowLeft')
    await expect(tree.getByRole('treeitem')).toHaveCount(1)
    await press('ArrowLeft')
    await expect(await current()).toHaveAttribute('aria-expanded', 'false')

    await activate(named('Learn 3 pages'))
    await expect(page.getByText(/has learnt it/)).toBeVisible()
    await go('c', 'Websites')
    await expect(page.getByRole('cell', { name: '3 pages' })).toBeVisible()
  })

  test('makes a key', async () => {
    const { page, owner } = stage
    await go('k', 'API keys')
    await press('n')
    await expect(field(page, 'Name')).toBeFocused()
    await type('Website')
    await tabTo(page.getByRole('radio', { name: /^Read only/ }))
    await press('ArrowUp')
    await expect(page.getByRole('radio', { name: /^Everything/ })).toBeChecked()
    await activate(named('Create key'))
    await activate(named('Reveal'))
    owner.key = (await page.getByRole('status', { name: 'BATON_API_KEY' }).textContent()) ?? ''
    await activate(named('I have stored it'))
    await expect(page.getByRole('row', { name: /Website/ })).toBeVisible()
  })

  test('answers a visitor', async () => {
    const { page } = stage
    place = await greet(stage, place.agent, 'Ana')
    const other = await greet(stage, place.agent, 'Bo')
    await say(stage, other, 'When does the pool open?')
    await expect.poll(() => lastMessages(stage, other, 1)).toEqual([expect.stringMatching(/^assistant: .*8:00/)])
    await say(stage, other, 'Can I talk to a person?')
    await expect.poll(() => lastMessages(stage, other, 1)).toEqual([expect.stringMatching(/^assistant: .*person/)])
    await say(stage, place, 'Can I talk to a person?')
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual([expect.stringMatching(/^assistant: .*person/)])
    await press('Control+k')
    await expect(
      page.getByRole('combobox', { name: /Commands|Go to/ }).or(page.getByPlaceholder(/^Go to a page/)),
    ).toBeFocused()
    await type('inbox')
    await press('Enter')
    await expect(page.getByRole('link', { name: /Ana.*Waiting/ })).toBeVisible()
    await press('j')
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await press('j')
    await expect(field(page, 'Reply to Bo')).toBeVisible()
    await press('k')
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await press('r')
    await expect(field(page, 'Reply to Ana')).toBeFocused()
    await type('Hello Ana.')
    await press('Control+Enter')
    await expect.poll(() => lastMessages(stage, place, 1)).toEqual(['human: Hello Ana.'])
    await press('Escape')
    await press('a')
    await expect.poll(() => turnOf(stage, place)).toBe('open ai')
    await expect(button(page, 'Take over')).toBeVisible() // the server may have answered before the page shows it
    await press('t')
    await expect.poll(() => turnOf(stage, place)).toBe('open human')
    await expect(button(page, 'Back to AI')).toBeVisible()
    await press('e')
    await expect.poll(() => turnOf(stage, place)).toBe('closed human')
    await expect(page.getByText('Conversation closed').first()).toBeVisible() // Escape closes only what opened last
    await expect(field(page, 'Reply to Bo')).toBeVisible() // the next conversation opens
    await press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts.getByText('Close the conversation')).toBeVisible()
    await press('Escape')
    await press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await type('bo')
    await expect(page.getByRole('link', { name: /Bo/ })).toBeVisible()
  })

  test('types faster than a conversation opens', async () => {
    const { page } = stage
    const first = await greet(stage, place.agent, 'Cy')
    const second = await greet(stage, place.agent, 'Di')
    // Many letters of this reply are also shortcuts: `t` takes over, `e` closes, `a` gives back to the AI.
    const reply = 'Tea at eight, Eartha.'
    for (const { conversation } of [first, second])
      await page.route(`**/conversations/${conversation}/thread*`, async (route) => {
        await new Promise((later) => setTimeout(later, 200))
        await route.continue()
      })
    await page.goto('/inbox?view=ai')
    await expect(page.getByRole('link', { name: /Di/ })).toBeVisible()
    await press('j')
    await press('j')
    await press('r')
    await type(reply)
    await expect(field(page, 'Reply to Cy')).toHaveValue(reply)
    await expect(field(page, 'Reply to Cy')).toBeFocused()
    for (const conversation of [first, second]) expect(await turnOf(stage, conversation)).toBe('open ai')
    await page.unrouteAll({ behavior: 'wait' })
  })
})
