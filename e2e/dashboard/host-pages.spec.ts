import { type Browser, type BrowserContextOptions, expect, type Frame, type Page, test } from '@playwright/test'
import { violations } from '../tools/accessibility.ts'
import { type Line, startLine } from '../tools/line.ts'
import { type Difficulty, expectUnharmed, serveHostPages, stateOf, watchHarm } from './support/host-pages.ts'
import { makeAgent, openStage, type Stage } from './support/stage.ts'

const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36'

test.describe('the chat on difficult pages', () => {
  let stage: Stage
  let line: Line
  let site: Awaited<ReturnType<typeof serveHostPages>>
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    line = await startLine(() => Number(new URL(stage.url).port))
    agent = await makeAgent(stage, 'Guide', 'Breakfast is served from seven to ten in the garden room.')
    site = await serveHostPages(line.url, () => `${line.url}/widget/${agent}.js`)
    // The host localhost is another site than 127.0.0.1, the server's.
    const data = { widget_origins: [`http://localhost:${site.port}`] }
    await stage.page.request.patch(`/api/v1/agents/${agent}/settings`, { data, headers: { origin: stage.url } })
  })
  test.afterAll(async () => {
    site.close()
    line.close()
    await stage.close()
  })

  interface Visit {
    page: Page
    requests: string[]
    end(): Promise<void>
  }

  async function visit(browser: Browser, difficulty: Difficulty, options?: BrowserContextOptions): Promise<Visit> {
    const context = await browser.newContext({ locale: 'en', ...options })
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await watchHarm(page)
    await page.goto(`http://localhost:${site.port}/${difficulty}?secret=1`)
    await page.waitForFunction(() => window.Baton?.isLoaded)
    return { page, requests, end: () => context.close() }
  }

  // Its address is empty until the server has answered.
  const frameOf = (page: Page) => page.frames().find((frame) => frame.url().includes('/widget/'))
  /** Clicks the launcher where it stands, since it is in a closed shadow root. */
  const clickLauncher = (page: Page) =>
    page.mouse.click(page.viewportSize()!.width - 44, page.viewportSize()!.height - 44)

  /** The panel once it is on screen. One that takes five seconds is taken away, which a busy machine may need. */
  async function panel(page: Page, open: () => Promise<unknown>, name: string | RegExp = 'Your message') {
    await expect(async () => {
      if (page.frames().length === 1) await open()
      await frameOf(page)!.getByRole('textbox', { name }).waitFor({ timeout: 5_000 })
    }).toPass()
    return frameOf(page)!
  }

  async function ask(chat: Frame | Page): Promise<void> {
    await chat.getByRole('textbox', { name: 'Your message' }).fill('When is breakfast?')
    await chat.getByRole('textbox', { name: 'Your message' }).press('Enter')
    await expect(chat.getByRole('log').getByText('garden room')).toBeVisible()
  }

  /** The warnings in the page's console from now on. */
  function warningsOf(page: Page): string[] {
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    return warnings
  }

  const isShown = async (chat: Frame) => (await chat.frameElement()).isVisible()
  const boxOf = async (chat: Frame) => (await (await chat.frameElement()).boundingBox())!

  for (const difficulty of ['strict', 'isolated', 'restyled', 'overridden', 'forgetful'] as const)
    test(`answers on a page that is ${difficulty}, and leaves it as it was`, async ({ browser }) => {
      const { page, requests, end } = await visit(browser, difficulty)
      await page.evaluate(() => scrollTo(0, 300))
      const before = await stateOf(page)
      expect(requests.filter((url) => !url.endsWith(`/${agent}.js`))).toHaveLength(1) // the page itself
      const chat = await panel(page, () => clickLauncher(page))
      await ask(chat)
      const { width, height } = await boxOf(chat)
      expect([width, height]).toEqual([400, 640])
      expect(await chat.evaluate(() => document.referrer)).toBe('')
      expect(requests.filter((url) => url.includes('secret'))).toHaveLength(1)
      expect(await stateOf(page)).toEqual(before)
      expect(await page.evaluate(() => window.touched ?? [])).toEqual([])
      await chat.getByRole('textbox', { name: 'Your message' }).press('Escape')
      await expect.poll(() => isShown(chat)).toBe(false)
      await expectUnharmed(page, difficulty)
      await end()
    })

  test('opens once where it was asked to before it was there, and where its line stands twice', async ({ browser }) => {
    const { page, end } = await visit(browser, 'queued')
    const chat = await panel(page, () => page.evaluate(() => window.Baton?.('open')))
    expect(page.frames()).toHaveLength(2)
    const opened = await page.evaluate(() => window.opened)
    expect(opened).toBeGreaterThanOrEqual(2) // more often if the panel came late and was asked for again
    await page.evaluate(() => window.Baton?.('open'))
    expect(await page.evaluate(() => window.opened)).toBe(opened! + 1)
    expect(await page.evaluate(() => document.querySelectorAll('html > div').length)).toBe(1)
    await expect.poll(() => isShown(chat)).toBe(true)
    await expectUnharmed(page, 'queued')
    await end()
  })

  test('outlives a page that replaces its body, and comes back when asked to where it was taken away', async ({
    browser,
  }) => {
    const { page, end } = await visit(browser, 'plain')
    const chat = await panel(page, () => clickLauncher(page))
    await page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
    await expect.poll(() => isShown(chat)).toBe(true)
    await page.evaluate(() => document.querySelector('html > div')!.remove())
    await expect.poll(() => page.frames().length).toBe(1)
    await expectUnharmed(page, 'taken away')
    await panel(page, () => page.evaluate(() => window.Baton?.('toggle')))
    await page.evaluate(() => window.Baton?.('shutdown'))
    expect(
      await page.evaluate(() => [document.querySelectorAll('html > div, body > div').length, localStorage.length]),
    ).toEqual([0, 0])
    await expectUnharmed(page, 'shut down')
    await end()
  })

  test('stands where no framework that hydrates the whole document looks, and comes back when it is swept away', async ({
    browser,
  }) => {
    const { page, end } = await visit(browser, 'plain')
    const drawn = () => page.evaluate(() => document.querySelectorAll('html > div, body > div').length)
    await expect.poll(drawn).toBe(1)
    // Below the root such a framework accepts its head and its body alone, and at the end of the body anything.
    expect(await page.evaluate(() => [...document.documentElement.children].map(({ tagName }) => tagName))).toEqual([
      'HEAD',
      'BODY',
    ])
    expect(await page.evaluate(() => document.body.lastElementChild?.tagName)).toBe('DIV')
    const sweeps: Record<string, () => void> = {
      itself: () => document.querySelector('html > div, body > div')!.remove(),
      'all of the body': () => document.body.replaceChildren(...document.querySelectorAll('h1, #book')),
      'the body': () => {
        const body = document.createElement('body')
        body.append(...document.querySelectorAll('h1, #book'))
        document.body.replaceWith(body)
      },
      'head and body': () => {
        const [head, body] = [document.head.cloneNode(true), document.createElement('body')]
        body.append(...document.querySelectorAll('h1, #book'))
        document.documentElement.replaceChildren(head, body)
      },
      'the root, with a pause': () => {
        const root = document.documentElement
        const kept = document.createElement('html')
        kept.append(document.head.cloneNode(true))
        const body = document.createElement('body')
        body.append(...document.querySelectorAll('h1, #book'))
        root.remove()
        requestAnimationFrame(() => {
          document.append(kept)
          requestAnimationFrame(() => kept.append(body))
        })
      },
    }
    for (const [swept, sweep] of Object.entries(sweeps)) {
      await page.evaluate(sweep)
      await expect.poll(drawn, { message: swept }).toBe(1)
      await expect(async () => {
        const chat = frameOf(page)
        if (!chat || !(await isShown(chat))) await clickLauncher(page)
        await frameOf(page)!.getByRole('textbox', { name: 'Your message' }).waitFor({ timeout: 5_000 })
      }, swept).toPass()
      await page.evaluate(() => window.Baton?.('close'))
    }
    // A page that always takes it away again wins.
    await page.evaluate(() => {
      window.opened = 0
      const sweep = new MutationObserver(() => {
        const host = document.querySelector('html > div, body > div')
        if (!host) return
        host.remove()
        window.opened! += 1
      })
      sweep.observe(document, { childList: true, subtree: true })
      document.querySelector('html > div, body > div')!.remove()
    })
    await page.evaluate(() => window.forgive())
    expect(await page.evaluate(() => window.opened)).toBeLessThan(20)
    expect(await drawn()).toBe(0)
    await end()
  })

  test('takes the whole of a small screen, with the focus kept in it, and moves nothing there', async ({ browser }) => {
    const phone = { viewport: { width: 320, height: 568 }, reducedMotion: 'reduce', hasTouch: true } as const
    const { page, end } = await visit(browser, 'plain', phone)
    const before = await stateOf(page)
    const chat = await panel(page, () => clickLauncher(page))
    expect(await page.evaluate(() => window.harm)).toEqual([])
    expect(await boxOf(chat)).toEqual({ x: 0, y: 0, width: 320, height: 568 })
    expect(await chat.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await chat.evaluate(() => getComputedStyle(document.querySelector('.thread')!).scrollBehavior)).toBe('auto')
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.id), `Tab ${step}`).not.toBe('book')
    }
    // Turned, and enlarged to twice the size, a screen is low; on a large one the page can be used beside the chat.
    await page.setViewportSize({ width: 720, height: 450 })
    await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 0, width: 720, height: 450 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await boxOf(chat)).width).toBe(400)
    await page.getByRole('button', { name: 'Book a room' }).click()
    await page.setViewportSize({ width: 320, height: 568 })
    await chat.getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => isShown(chat)).toBe(false)
    expect(await stateOf(page)).toEqual(before)
    await page.getByRole('button', { name: 'Book a room' }).click()
    await end()
  })

  test('leaves a phone’s keyboard the room that it takes', async ({ browser }) => {
    const { page, end } = await visit(browser, 'plain', { viewport: { width: 390, height: 780 } })
    const chat = await panel(page, () => clickLauncher(page))
    // A keyboard covers a part of the window, which keeps its size; the browser may push the window up beneath it.
    const showKeyboard = (height: number, offsetTop: number) =>
      page.evaluate(
        ([height, offsetTop]) => {
          for (const [name, value] of Object.entries({ height, offsetTop }))
            Object.defineProperty(window.visualViewport, name, { value, configurable: true })
          window.visualViewport!.dispatchEvent(new Event('resize'))
        },
        [height, offsetTop] as const,
      )
    await showKeyboard(420, 60)
    await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 60, width: 390, height: 420 })
    await expect(chat.getByRole('textbox', { name: 'Your message' })).toBeInViewport()
    await showKeyboard(780, 0)
    await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 0, width: 390, height: 780 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await boxOf(chat)).height).toBe(640)
    await end()
  })

  test('is shut down in all tabs of a website, and begun anew by somebody else', async ({ browser }) => {
    const { page, end } = await visit(browser, 'plain')
    const chat = await panel(page, () => clickLauncher(page))
    await ask(chat)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.waitForFunction(() => window.Baton?.isLoaded)
    await clickLauncher(other) // takes the place of the hidden page that counts what is unread
    await expect((await panel(other, () => clickLauncher(other))).getByText('When is breakfast?')).toHaveCount(1)
    await page.evaluate(() => window.Baton?.('shutdown'))
    await expect.poll(() => other.frames().length).toBe(1)
    const fresh = await panel(other, () => clickLauncher(other))
    await expect(fresh.getByRole('log')).toContainText('Hello!')
    await expect(fresh.getByText('When is breakfast?')).toHaveCount(0)
    await end()
  })

  test('speaks the page’s language from right to left, and widens nothing', async ({ browser }) => {
    const { page, end } = await visit(browser, 'arabic', { viewport: { width: 390, height: 780 } })
    const before = await stateOf(page)
    const chat = await panel(page, () => clickLauncher(page), 'رسالتك')
    expect(await chat.evaluate(() => [document.dir, document.documentElement.scrollWidth])).toEqual(['rtl', 390])
    for (const width of [390, 768, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 780 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await violations(chat), `${width}, ${colorScheme}`).toEqual([])
      }
    await page.setViewportSize({ width: 390, height: 780 })
    await page.evaluate(() => window.forgive()) // the page itself moves with the width of its window
    await chat.getByRole('textbox').press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIV') // on the launcher
    expect(await stateOf(page)).toEqual(before)
    await expectUnharmed(page, 'arabic')
    await end()
  })

  test('is a page of its own in an app’s view, where nothing can be kept either', async ({ browser }) => {
    const context = await browser.newContext({ userAgent: WEBVIEW, locale: 'en' })
    const page = await context.newPage()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', { get: () => null }) // as in an Android web view
    })
    await page.goto(`${line.url}/chat/${agent}`)
    await ask(page)
    await context.close()
  })

  test('goes on with a reply that a dead server cut off', async ({ browser }) => {
    const { page, end } = await visit(browser, 'plain')
    const chat = await panel(page, () => clickLauncher(page))
    const cut = line.cutAnswerTo('POST /widget/v1/messages')
    await chat.getByRole('textbox', { name: 'Your message' }).fill('When is breakfast?')
    await chat.getByRole('textbox', { name: 'Your message' }).press('Enter')
    await cut
    await expect(chat.getByText('Sending')).toBeVisible()
    await expect(chat.getByText('No connection')).toBeVisible()
    await expectUnharmed(page, 'cut off')
    line.mend()
    await expect(chat.getByRole('log').getByText('garden room')).toBeVisible()
    await expect(chat.getByText('Sending')).toHaveCount(0)
    await expect(chat.getByText('No connection')).toHaveCount(0)
    await expect(chat.getByRole('log').getByText('When is breakfast?')).toHaveCount(1)
    await end()
  })

  test('says that it can’t be reached, with a link to its own page, where no panel comes', async ({ browser }) => {
    const dead = await visit(browser, 'plain')
    const warnings = warningsOf(dead.page)
    line.cut()
    await clickLauncher(dead.page)
    await expect.poll(() => dead.page.frames().length).toBe(2)
    await expectUnharmed(dead.page, 'waiting')
    await expect.poll(() => dead.page.frames().length).toBe(1)
    await expectUnharmed(dead.page, 'dead')
    expect(warnings).toEqual([]) // only of a server that has refused the page is anything to be said to its owner
    line.mend()
    const link = dead.page.waitForEvent('popup')
    await dead.page.mouse.click(dead.page.viewportSize()!.width - 100, dead.page.viewportSize()!.height - 100)
    expect((await link).url()).toBe(`${line.url}/chat/${agent}`)
    await panel(dead.page, () => clickLauncher(dead.page))
    await dead.end()
  })

  test('says at once, by the answer to its first request, what the owner of a website that is not allowed must do', async ({
    browser,
  }) => {
    // By its IP address the page has another origin, one that the agent's settings do not allow.
    const context = await browser.newContext()
    const page = await context.newPage()
    await watchHarm(page)
    await page.addInitScript(() => {
      window.setTimeout = (() => 0) as never // so that nothing that is seen below has waited for a time to pass
    })
    const warnings = warningsOf(page)
    await page.goto(`http://127.0.0.1:${site.port}/plain`)
    await page.waitForFunction(() => window.Baton?.isLoaded)
    const tree = await context.newCDPSession(page)
    const launcher = async () => {
      const { nodes } = await tree.send('Accessibility.getFullAXTree')
      const button = nodes.find(({ role, name }) => role?.value === 'button' && name?.value !== 'Book a room')
      return [button?.name?.value, button?.properties?.some(({ name, value }) => name === 'busy' && value.value)]
    }
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const answer = Promise.withResolvers<void>()
    await page.route('**/widget/*origin=*', (route) => answer.promise.then(() => route.continue()))
    await page.evaluate(() => window.Baton?.('open'))
    expect(await launcher()).toEqual(['Close chat', true])
    answer.resolve()
    await expect.poll(() => page.frames().length).toBe(1)
    expect(asked).toEqual([expect.stringMatching(/^.+\/widget\/[\w-]+\?origin=/)])
    await expect
      .poll(() => warnings)
      .toEqual([
        expect.stringContaining(`on http://127.0.0.1:${site.port}, allow it: ${line.url}/agents/${agent}/widget`),
      ])
    expect(await launcher()).toEqual(['Open chat', false])
    await expectUnharmed(page, 'not allowed')
    await context.close()
  })
})
