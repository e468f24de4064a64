import { expect, type Page, test } from '@playwright/test'
import { must } from '../tools/client.ts'
import { attacks, hostileName, longWord, TURN } from './support/hostile.ts'
import { openStage, type Stage } from './support/stage.ts'

const widths = [390, 768, 1440]
const roles = ['visitor', 'assistant', 'human'] as const
const everything = attacks.join('\n\n')

test.describe('what others write', () => {
  let stage: Stage
  let page: Page
  const strangers: string[] = [] // addresses of other hosts that the page asked for
  const shown = {
    hostile: { agent: '', conversation: '', source: '' },
    long: { agent: '', conversation: '', source: '' },
  }

  test.beforeAll(async ({ browser }) => {
    // Without the server's Content-Security-Policy: what the page itself lets through would run.
    stage = await openStage(browser, { context: { bypassCSP: true } })
    page = stage.page
    shown.hostile = await fill(hostileName, everything, attacks)
    shown.long = await fill(longWord(255), longWord(5_000), [longWord(10_000), `\`\`\`\n${longWord(9_000)}\n\`\`\``])
    await page.addInitScript(() => Object.assign(window, { pwn: () => Object.assign(window, { pwned: true }) }))
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== stage.url) strangers.push(request.url())
    })
    page.on('dialog', (dialog) => {
      strangers.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  test.afterAll(() => stage.close())

  /** An agent, its sources, webhooks and conversations, all named and filled like that. */
  async function fill(name: string, text: string, messages: readonly string[]) {
    const { url, owner } = stage
    const organization = owner.organizationId
    await must(url, 'updateOrganization', { params: { organization }, body: { name } }, owner)
    const { data } = await must(
      url,
      'createAgent',
      { params: { organization }, body: { name, description: text.slice(0, 5_000) } },
      owner,
    )
    const params = { agent: data.id }
    const settings = { instructions: text.slice(0, 10_000), greeting: text.slice(0, 1_000) }
    await must(url, 'updateAgentSettings', { params, body: settings }, owner)
    const source = await must(
      url,
      'createSource',
      { params, body: { type: 'text', title: name, content: text } },
      owner,
    )
    const path = `${encodeURI(name)}/${longWord(1_500)}`
    const urls = [`https://source.invalid/${path}`]
    await must(url, 'createSource', { params, body: { type: 'url', urls } }, owner)
    await must(url, 'createDraft', { params, body: { title: name, content: text } }, owner)
    await must(url, 'createWebhookEndpoint', { params, body: { url: `https://hook.invalid/${path}` } }, owner)
    const key = { name: name.slice(0, 100), scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
    await must(url, 'createApiKey', { params: { organization }, body: key }, owner)
    const said = messages.flatMap((content) => roles.map((role) => ({ role, content })))
    const visitor = { id: name, name, email: `${name.slice(0, 200)}@example.com` }
    const conversation = await must(
      url,
      'importConversation',
      { params, body: { origin: 'email', chat_user: visitor, messages: said } },
      owner,
    )
    const place = { agent: data.id, conversation: conversation.data.id }
    await must(url, 'updateConversation', { params: place, body: { response_mode: 'human' } }, owner)
    return { ...place, source: [source.data].flat()[0]!.id }
  }

  /** Nothing ran, nothing was fetched from elsewhere, nothing stands outside its place. */
  async function expectHarmless(screen: string) {
    const found = await page.evaluate(() => ({
      ran: 'pwned' in window,
      tags: [
        ...document.querySelectorAll('iframe, object, embed, base, video, audio, meta[http-equiv], body style'),
      ].map(({ outerHTML }) => outerHTML.slice(0, 120)),
      scripts: [...document.scripts].filter(({ src }) => !src.startsWith(location.origin)).map(({ text }) => text),
      handlers: [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name, value }) => `${name}=${value}`),
      ),
      addresses: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
        .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? '#'))
        .filter((address) => !/^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(address)),
      pictures: [...document.images].map(({ src }) => src).filter((src) => !src.startsWith(location.origin)),
      headings: [...document.querySelectorAll('h1')].filter(({ textContent }) => textContent === 'outside').length,
      covers: [...document.querySelectorAll('main [style*="fixed"]')].length,
      clobbered: [typeof location.href, typeof document.cookie].filter((type) => type !== 'string'),
    }))
    expect(found, screen).toEqual({
      ran: false,
      tags: [],
      scripts: [],
      handlers: [],
      addresses: [],
      pictures: [],
      headings: 0,
      covers: 0,
      clobbered: [],
    })
    expect(strangers, screen).toEqual([])
  }

  /** The page never scrolls sideways; only what is made for it (code, tables, tabs) does. */
  async function expectNoSidewaysScroll(screen: string) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            const { overflowX } = getComputedStyle(element)
            const mayScroll = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll'
            return mayScroll && element.scrollWidth > element.clientWidth + 1
          })
          .filter((element) => !element.matches('pre, table, textarea, nav, [class*="overflow-x-auto"]'))
          .flatMap((element) => {
            const { right } = element.getBoundingClientRect()
            const parts = [...element.querySelectorAll('*')].filter(
              (part) => part.getBoundingClientRect().right > right + 1,
            )
            return parts.slice(-2).map((part) => `in ${element.tagName}: ${part.outerHTML.slice(0, 160)}`)
          }),
      )
      expect.soft(wide, `${screen} at ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  /** A name that turns its text around leaves the words beside it as they are. */
  async function expectWordsInOrder(screen: string) {
    const turned = await page.evaluate((turn) => {
      const left = (node: Text, index: number) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect()
      }
      const found: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const words = /[a-z]{2}/.exec(node.data)
        if (!words || node.data.includes(turn)) continue
        const first = left(node, words.index)
        const second = left(node, words.index + 1)
        if (first.width > 0 && first.top === second.top && first.left > second.left) found.push(node.data)
      }
      return found
    }, TURN)
    expect.soft(turned, screen).toEqual([])
  }

  async function inspect(screen: string) {
    await expectHarmless(screen)
    await expectWordsInOrder(screen)
    await expectNoSidewaysScroll(screen)
  }

  for (const kind of ['hostile', 'long'] as const) {
    const screens: [screen: string, address: () => string, ready: (page: Page) => ReturnType<Page['getByRole']>][] = [
      [
        'agents',
        () => '/agents',
        (on) =>
          on
            .getByRole('table', { name: /agents/i })
            .getByRole('link')
            .first(),
      ],
      ['agent', () => `/agents/${shown[kind].agent}`, (on) => on.getByRole('heading', { level: 1 })],
      [
        'agent settings',
        () => `/agents/${shown[kind].agent}/settings`,
        (on) => on.getByRole('textbox', { name: /^Name/ }),
      ],
      ['sources', () => `/agents/${shown[kind].agent}/sources`, (on) => on.getByRole('table').first()],
      [
        'a source',
        () => `/agents/${shown[kind].agent}/sources?source=${shown[kind].source}`,
        (on) => on.getByRole('dialog'),
      ],
      ['webhooks', () => `/agents/${shown[kind].agent}/webhooks`, (on) => on.getByRole('table').first()],
      ['API keys', () => '/settings/api-keys', (on) => on.getByRole('table')],
      ['settings', () => '/settings', (on) => on.getByRole('textbox', { name: /^Name/ })],
      ['inbox', () => '/inbox', (on) => on.getByRole('list', { name: 'Conversations' }).getByRole('link').first()],
    ]
    for (const [screen, address, ready] of screens)
      test(`${screen}: ${kind} names, titles and texts`, async () => {
        await page.goto(address())
        await expect(ready(page)).toBeVisible()
        await inspect(screen)
      })

    test(`a conversation: ${kind} messages of a visitor, the AI and a person`, async () => {
      const { agent, conversation } = shown[kind]
      await page.goto(`/inbox/${agent}/${conversation}`)
      const thread = page.getByRole('region', { name: 'Messages' })
      await expect(thread.getByRole('article').last()).toBeVisible()
      await inspect(`${kind} thread, its end`)
      // Only what is on screen is in the page: walk up through all of it.
      for (let top = false; !top; ) {
        await expectHarmless(`${kind} thread`)
        top = await thread.evaluate((element) => {
          element.scrollBy(0, -700)
          return element.scrollTop <= 0
        })
        await page.waitForTimeout(50)
      }
      await inspect(`${kind} thread, its beginning`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: /Delete/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await inspect(`${kind} visitor's name in a question`)
      await page.keyboard.press('Escape')
    })

    test(`the palette: ${kind} names`, async () => {
      await page.goto('/agents')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option').first()).toBeVisible()
      await inspect(`${kind} palette`)
    })
  }

  test('links of a message lead away in a tab that knows nothing of this one', async () => {
    await page.goto(`/inbox/${shown.hostile.agent}/${shown.hostile.conversation}`)
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').last()).toBeVisible()
    const links = page.locator('article a[href^="http"]')
    for (const link of await links.all()) {
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toContain('noopener')
    }
  })
})
