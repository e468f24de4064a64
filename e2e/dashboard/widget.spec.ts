import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Frame, type Page, test } from '@playwright/test'
import { WIDGET_BUDGETS, widgetSizes } from '../../build/widget-sizes.ts'
import { limits } from '../../src/contract/limits.ts'
import { expectAccessible, violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { makeAgent, openStage, type Stage } from './support/stage.ts'

/** A text of so many different letters, from one on, which hardly compresses. */
const distinct = (length: number, first: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => first + ((index * 37) % 1_000)))

test.describe('the chat on a website', () => {
  let stage: Stage
  let site: Server
  let agent: string
  let port: number

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Guide', 'Breakfast is served from seven to ten in the garden room.')
    site = createServer((request, response) => {
      const shown = new URL(request.url ?? '/', 'http://site').searchParams.get('agent') ?? agent
      // A page with a strict Content-Security-Policy, which includes the chat's script twice.
      response.setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${stage.url}; frame-src ${stage.url}; require-trusted-types-for 'script'`,
      )
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      const line = `<script async src="${stage.url}/widget/${shown}.js"></script>`
      response.end(
        `<!doctype html><html lang="en"><title>Hotel</title><h1>Hotel</h1><p>Welcome</p>${line}${line}</html>`,
      )
    })
    await new Promise<void>((done) => site.listen(0, done))
    port = (site.address() as AddressInfo).port
    const body = { widget_origins: [`http://127.0.0.1:${port}`], starters: ['When is breakfast?'] }
    await stage.page.request.patch(`/api/v1/agents/${agent}/settings`, { data: body, headers: { origin: stage.url } })
  })
  test.afterAll(async () => {
    site.close()
    await stage.close()
  })

  /** Opens the chat by keyboard, since its launcher is in a closed shadow root. */
  async function openChat(page: Page): Promise<Frame> {
    await page.waitForFunction(() => window.Baton?.isLoaded)
    await page.keyboard.press('Tab')
    const isBadge = (frame: Frame) => frame.url().endsWith('&badge')
    const panel = () => page.frames().find((frame) => frame.url().includes('/widget/') && !isBadge(frame))
    // A panel that takes five seconds is taken away, which a busy machine may need: then it is opened again.
    await expect(async () => {
      if (page.frames().filter((frame) => !isBadge(frame)).length === 1) await page.keyboard.press('Enter')
      await panel()!.getByRole('textbox', { name: 'Your message' }).waitFor({ timeout: 5_000 })
    }).toPass()
    return panel()!
  }

  test('weighs little, the script of a page also with the largest look written into it', async () => {
    const { page, url } = stage
    const largest = await makeAgent(stage, distinct(limits.agentName, 0x4e00))
    const appearance = { launcher: 'text', launcher_text: distinct(limits.launcherText, 0xac00), position: 'right' }
    const data = { appearance: { ...appearance, accent_color: '#a1b2c3' }, locale: 'en' }
    await page.request.patch(`/api/v1/agents/${largest}/settings`, { data, headers: { origin: url } })
    const sent = async (shown: string) => {
      const script = await (await page.request.get(`/widget/${shown}.js`)).body()
      return gzipSync(script, { level: 9 }).length
    }
    const [usual, most] = [await sent(agent), await sent(largest)]
    console.log({ usual, most })
    expect(most).toBeGreaterThan(usual)
    const folder = resolve(import.meta.dirname, '../../dist/dashboard/widget')
    const sizes = {
      loader: most,
      ...widgetSizes(`${folder}/panel`, 'panel'),
      ...widgetSizes(`${folder}/badge`, 'badge'),
    }
    console.log(sizes)
    for (const [part, bytes] of Object.entries(sizes))
      expect(bytes, part).toBeLessThanOrEqual(WIDGET_BUDGETS[part as keyof typeof WIDGET_BUDGETS])
    expect(Object.keys(sizes).sort()).toEqual(Object.keys(WIDGET_BUDGETS).sort())
  })

  test('answers on a strict page of another origin, hands over, and is there again after a reload', async ({
    browser,
  }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`http://127.0.0.1:${port}/rooms?session=secret`)
    let chat = await openChat(page)
    await chat.getByRole('button', { name: 'When is breakfast?' }).click()
    const log = chat.getByRole('log')
    await expect(log.getByText('garden room')).toBeVisible()
    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    await expect(log.getByText('A person will take over from here')).toBeVisible()

    const conversations = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    const conversation = conversations.data[0]!.id
    await must(
      stage.url,
      'sendHumanMessage',
      { params: { agent, conversation }, body: { content: 'I am **here** <img src=x onerror=alert(1)>' } },
      stage.owner,
    )
    await expect(log.getByText('here', { exact: true })).toHaveJSProperty('tagName', 'STRONG')
    await expect(log.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await chat.getByRole('textbox', { name: 'Your message' }).press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')

    // What comes while the chat is closed is counted on the next page before it is opened.
    await must(
      stage.url,
      'sendHumanMessage',
      { params: { agent, conversation }, body: { content: 'Are you there?' } },
      stage.owner,
    )
    await page.reload()
    const tree = await context.newCDPSession(page)
    const names = async () => (await tree.send('Accessibility.getFullAXTree')).nodes.map(({ name }) => name?.value)
    await expect.poll(names).toContain('Open chat (1)')
    chat = await openChat(page)
    await expect.poll(names).toContain('Close chat')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(chat), `panel, ${colorScheme}`).toEqual([])
    }
    await expect(chat.getByRole('log').getByText('When is breakfast?')).toHaveCount(1)

    // A phone that is turned, or a keyboard that opens, leaves the last words in view.
    await page.setViewportSize({ width: 360, height: 420 })
    const thread = chat.getByRole('log')
    await expect.poll(() => thread.evaluate((log) => log.scrollTop)).toBeGreaterThan(0)
    const belowTheEdge = () => thread.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
    await expect.poll(belowTheEdge).toBeLessThanOrEqual(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is on a page six clicks after the set-up', async ({ browser }) => {
    const { page } = stage
    let clicks = 0
    const click = async (role: 'button' | 'link', name: string) => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    }
    await page.goto('/agents')
    await click('button', 'New agent')
    await page.getByRole('textbox', { name: 'Name' }).fill('Concierge')
    await click('button', 'Create agent')
    await click('link', 'Put it on your site')
    await page.getByLabel('Allowed websites').fill(`http://localhost:${port}`)
    await click('button', 'Save')
    await click('button', 'Copy Line for your pages')
    expect(clicks).toBeLessThanOrEqual(6)
    const line = await page.getByText('<script async').textContent()
    const visitor = await browser.newContext()
    const host = await visitor.newPage()
    await host.goto(`http://localhost:${port}/?agent=${/widget\/([\w-]+)\.js/.exec(line ?? '')?.[1]}`)
    const chat = await openChat(host)
    await expect(chat.getByRole('heading', { name: 'Concierge' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Put it on your site (done)' })).toBeVisible()
    await visitor.close()
  })

  test('is one conversation in all tabs of a visitor, over one stream, and no other visitor’s', async ({ browser }) => {
    const porter = await makeAgent(stage, 'Porter')
    const visitors = ['Ana', 'Ben'].flatMap((name) => [agent, porter].map((shown) => ({ name, shown })))
    const contexts = new Map(['Ana', 'Ben'].map((name) => [name, browser.newContext({ locale: 'en' })]))
    const streams = new Map<Page, number>()
    const openTab = async ({ name, shown }: (typeof visitors)[number]) => {
      const tab = await (await contexts.get(name)!).newPage()
      streams.set(tab, 0)
      tab.on('request', (request) => {
        if (request.url().endsWith('/widget/v1/events')) streams.set(tab, streams.get(tab)! + 1)
      })
      await tab.goto(`${stage.url}/chat/${shown}`)
      await tab.getByRole('textbox', { name: 'Your message' }).waitFor()
      return tab
    }
    const all = []
    for (const visitor of visitors) {
      const tabs = [await openTab(visitor), await openTab(visitor)]
      await tabs[1]!.getByRole('textbox', { name: 'Your message' }).fill(`${visitor.name} asks ${visitor.shown}`)
      await tabs[1]!.keyboard.press('Enter')
      all.push({ ...visitor, tabs })
    }
    const answer = async ({ name, shown: of }: (typeof visitors)[number], content: string) => {
      const { data } = await must(stage.url, 'listConversations', { params: { agent: of } }, stage.owner)
      for (const { id: conversation } of data) {
        const params = { agent: of, conversation }
        const said = (await must(stage.url, 'listMessages', { params }, stage.owner)).data
        if (said.some((message) => message.content === `${name} asks ${of}`))
          await must(stage.url, 'sendHumanMessage', { params, body: { content } }, stage.owner)
      }
    }
    for (const one of all) {
      for (const tab of one.tabs) await expect(tab.getByText(`${one.name} asks ${one.shown}`)).toHaveCount(1)
      await answer(one, `Hello ${one.name}`)
      for (const tab of one.tabs) await expect(tab.getByText(`Hello ${one.name}`)).toHaveCount(1)
    }
    for (const { name, shown, tabs } of all) {
      expect(tabs.map((tab) => streams.get(tab)).sort(), `${name}, ${shown}`).toEqual([0, 1])
      const words = (await Promise.all(tabs.map((tab) => tab.locator('body').innerText()))).join()
      expect(words).not.toContain(name === 'Ana' ? 'Ben' : 'Ana')
      expect(words).not.toContain(shown === agent ? porter : agent)
    }
    // The tab that is left takes the stream on.
    const { tabs } = all[0]!
    const left = tabs.find((tab) => streams.get(tab) === 0)!
    await tabs.find((tab) => tab !== left)!.close()
    await expect.poll(() => streams.get(left)).toBe(1)
    await answer(all[0]!, 'Still there?')
    await expect(left.getByText('Still there?')).toHaveCount(1)
    for (const context of contexts.values()) await (await context).close()
  })

  test('is set up on the Chat widget tab, which shows the real panel', async () => {
    const { page, url } = stage
    await page.request.get(`/widget/${agent}`, { params: { origin: `http://localhost:${port}` } }) // is refused
    await page.goto(`/agents/${agent}`)
    await page.getByRole('link', { name: 'Chat widget', exact: true }).click()
    await expect(page.getByText(`<script async src="${url}/widget/${agent}.js"></script>`)).toBeVisible()
    const preview = page.frameLocator('iframe[title="Preview of the chat"]')
    await expect(preview.getByRole('button', { name: 'When is breakfast?' })).toBeVisible()
    await page.getByLabel('Accent colour').fill('#facc15')
    await page.getByLabel('Questions to begin with').fill('Is there a garden?')
    await page.getByLabel('Greeting').fill('Welcome to the garden.')
    const isPreviewed = async () => {
      await expect(preview.getByRole('button', { name: 'Is there a garden?' })).toBeVisible()
      await expect(preview.getByText('Welcome to the garden.')).toBeVisible()
      await expect(preview.locator('html')).toHaveAttribute('style', /--accent: #facc15/)
    }
    await isPreviewed() // before it is saved
    await page.getByLabel('Accent colour').fill('#facc1')
    await page.getByLabel('Language').selectOption('German')
    await expect(preview.locator('html')).toHaveAttribute('lang', 'de')
    await expect(preview.locator('html')).not.toHaveAttribute('style', /#facc1/)
    await page.getByLabel('Accent colour').fill('#facc15')
    await page.getByLabel('Language').selectOption('The page’s')
    await expect(preview.locator('html')).toHaveAttribute('lang', 'en')
    await isPreviewed()
    const save = page.getByRole('button', { name: 'Save' })
    await save.nth(1).click()
    await expect(save.nth(1)).toHaveAttribute('aria-disabled', 'true')
    await isPreviewed()
    const limit = page.getByLabel('AI answers per day')
    await expect(limit).toHaveValue('2000')
    await limit.fill('many')
    await save.last().click()
    await expect(page.getByText('must be a number up to 100,000', { exact: false })).toBeVisible()
    await limit.fill('500')
    await save.last().click()
    await expect(save.last()).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Allowed websites').fill('example')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('has a line that is no website’s address: example', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).first().click()
    await page.getByRole('button', { name: `Allow http://localhost:${port}` }).click()
    await page.getByRole('button', { name: 'Allow website' }).click()
    await expect(page.getByLabel('Allowed websites')).toHaveValue(`http://127.0.0.1:${port}\nhttp://localhost:${port}`)
    await page.screenshot({ path: test.info().outputPath('tab.png'), fullPage: true })
    await expectAccessible(page, 'chat widget tab')

    // Where another language is saved, and where nobody may write whom the website has not made known.
    const change = (data: object) =>
      page.request.patch(`/api/v1/agents/${agent}/settings`, { data, headers: { origin: url } })
    await change({ locale: 'de', identity_mode: 'required' })
    await page.reload()
    await expect(preview.getByText('Dieser Chat ist für angemeldete Personen.')).toBeVisible()
    await expect(preview.getByText('Welcome to the garden.')).toBeVisible()
    await page.getByLabel('Language').selectOption('The page’s')
    await expect(preview.locator('html')).toHaveAttribute('lang', 'en')
    await expect(preview.getByText('This chat is for people who are signed in.')).toBeVisible()
    await page.getByLabel('Greeting').fill('Welcome to our guests.')
    await expect(preview.getByText('Welcome to our guests.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await change({ locale: null, identity_mode: 'off' })
  })

  test('is previewed in a sheet on a phone, where the line to copy is not cut', async () => {
    const { page } = stage
    const usual = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/agents/${agent}/widget`)
    const code = page.getByRole('figure', { name: 'Line for your pages' }).locator('pre')
    expect(await code.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
    const frame = page.locator('iframe[title="Preview of the chat"]')
    const show = page.getByRole('button', { name: 'Preview', exact: true })
    await expect(show).toBeInViewport({ ratio: 1 })
    await expect(frame).toHaveCount(0)
    await page.getByLabel('Greeting').fill('Welcome on the phone.')
    await show.click()
    const panel = frame.contentFrame()
    await expect(panel.getByText('Welcome on the phone.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
    await expectAccessible(page, 'preview in a sheet')
    await panel.getByRole('textbox', { name: 'Your message' }).press('Escape')
    await expect(page.getByRole('dialog', { name: 'Preview' })).toBeHidden()
    await expect(show).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect(show).toBeHidden()
    await page.getByLabel('AI answers per day').scrollIntoViewIfNeeded()
    await expect(frame).toBeInViewport({ ratio: 0.9 })
    await page.setViewportSize(usual)
  })

  for (const [locale, direction, field] of [
    ['en', 'ltr', 'Your message'],
    ['ar', 'rtl', 'رسالتك'],
  ] as const)
    test(`is a page of its own, used by keyboard in both themes at three widths, in ${locale}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale })
      const page = await context.newPage()
      await page.goto(`${stage.url}/chat/${agent}`)
      await page.getByRole('textbox', { name: field }).waitFor()
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      expect(await violations(page), 'greeting').toEqual([])
      await page.getByRole('textbox', { name: field }).fill('When is breakfast?')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('log').getByText('garden room')).toBeVisible()
      // Back over what was said, its source among it, to the button that asks for a person.
      const isOnButton = () => page.evaluate(() => document.activeElement?.matches('header button'))
      for (let step = 0; step < 6 && !(await isOnButton()); step += 1) await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(page.locator('.mark').first()).toBeVisible()
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 780 })
        await expectAccessible(page, `chat page at ${width}`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(wide, `${width}`).toBeLessThanOrEqual(0)
      }
      await context.close()
    })
})
