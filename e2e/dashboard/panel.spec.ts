import { expect, type Frame, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { serveHostPages } from './support/host-pages.ts'
import { makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe('whoever opens the chat', () => {
  let stage: Stage
  let site: Awaited<ReturnType<typeof serveHostPages>>
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk', 'Breakfast is served from seven to ten in the garden room.')
    site = await serveHostPages(stage.url, () => `${stage.url}/widget/${agent}.js`)
    const body = { widget_origins: [`http://localhost:${site.port}`] }
    await must(stage.url, 'updateAgentSettings', { params: { agent }, body }, { cookie: stage.owner.cookie })
  })
  test.afterAll(async () => {
    site.close()
    await stage.close()
  })

  const panelOf = (page: Page) =>
    page.frames().find((frame) => frame.url().includes('/widget/') && !frame.url().includes('badge'))
  const fieldOf = (chat: Frame | Page) => chat.getByRole('textbox', { name: 'Your message' })
  const say = async (chat: Frame | Page, content: string) => {
    await fieldOf(chat).fill(content)
    await fieldOf(chat).press('Enter')
  }
  async function openInInbox(): Promise<Page> {
    const { data } = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    await stage.page.goto(`/inbox/${agent}/${data[0]!.id}?view=all`)
    return stage.page
  }

  const openings: Record<string, (page: Page) => Promise<unknown>> = {
    'by mouse': (page) => page.mouse.click(page.viewportSize()!.width - 44, page.viewportSize()!.height - 44),
    'by keyboard': async (page) => {
      // The launcher, the last thing on the page, comes before its first when one goes backwards.
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
    },
    'by a call of the page': (page) => page.evaluate(() => window.Baton?.('open')),
  }
  for (const [how, open] of Object.entries(openings))
    test(`can write at once, opened ${how} for the first time and again`, async ({ browser }) => {
      const context = await browser.newContext({ locale: 'en' })
      const page = await context.newPage()
      await page.goto(`http://localhost:${site.port}/plain`)
      await page.waitForFunction(() => window.Baton?.isLoaded)
      await expect(async () => {
        if (page.frames().length === 1) await open(page) // again, if a panel that took five seconds was taken away
        await fieldOf(panelOf(page)!).waitFor({ timeout: 5_000 })
      }).toPass()
      await expect(fieldOf(panelOf(page)!)).toBeFocused()
      await page.keyboard.type('Hello')
      await expect(fieldOf(panelOf(page)!)).toHaveValue('Hello')
      await page.keyboard.press('Escape')
      await expect(fieldOf(panelOf(page)!)).toBeHidden() // the panel has told the page, which has closed it
      await page.evaluate(() => window.Baton?.('open'))
      await expect(fieldOf(panelOf(page)!)).toBeFocused()
      await page.keyboard.type(' again')
      await expect(fieldOf(panelOf(page)!)).toHaveValue('Hello again')
      await context.close()
    })

  test('can write at once on the chat’s own page, but is not drawn away from what they have chosen', async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'en' })
    const page = await context.newPage()
    await page.goto(`${stage.url}/chat/${agent}`)
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('Hello')
    await expect(fieldOf(page)).toHaveValue('Hello')
    // News draws the panel anew, which leaves the focus where it is.
    await page.getByRole('log').focus()
    await fieldOf(page).evaluate((field) => field.dispatchEvent(new Event('input', { bubbles: true })))
    await page.getByRole('button', { name: 'Talk to a person' }).click()
    await expect(page.getByRole('log')).toContainText('A person will take over')
    await expect(fieldOf(page)).not.toBeFocused()
    await context.close()
  })

  test('sees who is writing and what comes, but only if they were at the end', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 400, height: 500 } })
    const page = await context.newPage()
    await page.goto(`${stage.url}/chat/${agent}`)
    const log = page.getByRole('log')
    await say(page, 'Is anybody there?')
    await expect(page.getByText('Sending')).toHaveCount(0)
    const { data } = await must(stage.url, 'listConversations', { params: { agent } }, stage.owner)
    const conversation = data[0]!.id
    const said = { params: { agent, conversation }, body: { content: 'Welcome.\n\nWhat can I do for you?' } }
    for (let times = 0; times < 8; times += 1) await must(stage.url, 'sendHumanMessage', said, stage.owner)
    await expect(log.getByText('Welcome.')).toHaveCount(8)
    const inbox = await openInInbox()
    const reply = inbox.getByRole('textbox', { name: /^Reply to/ })
    const belowTheEdge = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
    const mark = log.getByText('Owner is writing …')
    // It is told for some seconds only, so they go on writing.
    await expect(async () => {
      await reply.pressSequentially('Good morning. ')
      await expect(mark).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(mark).toBeInViewport({ ratio: 1 })
    await expect.poll(belowTheEdge).toBeLessThanOrEqual(1)
    await reply.fill(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n\n'))
    await inbox.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(log.getByText('Line 11')).toBeInViewport()
    await expect.poll(belowTheEdge).toBeLessThanOrEqual(1)

    // Whoever has gone back to read stays there, until they write themselves.
    await log.hover()
    await page.mouse.wheel(0, -600)
    await expect.poll(belowTheEdge).toBeGreaterThan(300)
    const before = await log.evaluate((box) => box.scrollTop)
    await reply.fill('One more thing')
    await inbox.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(log.getByText('One more thing')).toBeAttached()
    expect(await log.evaluate((box) => box.scrollTop)).toBe(before)
    await say(page, 'That is all')
    await expect(log.getByText('That is all').last()).toBeInViewport()
    await expect.poll(belowTheEdge).toBeLessThanOrEqual(1)
    await context.close()
  })

  for (const width of [390, 1440])
    test(`says at an answer that it did not help and why, and gets a person, at ${width}`, async ({ browser }) => {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width, height: 780 } })
      const page = await context.newPage()
      await page.goto(`${stage.url}/chat/${agent}`)
      await say(page, 'When is breakfast?')
      const answer = page.getByRole('log').locator('.theirs', { hasText: 'garden room' })
      await expect(answer).toBeVisible()
      await expect(page.getByRole('log').locator('p.mark', { hasText: 'Today' })).toHaveCount(1)

      // Its time shows when it is pointed at, when it is tapped, and with the focus in it or on all that was said.
      const clock = answer.locator('time')
      await expect(clock).toHaveText(/^\d\d?:\d\d$/)
      await expect(clock).toHaveCSS('opacity', '0')
      await answer.hover()
      await expect(clock).toHaveCSS('opacity', '1')
      await page.mouse.move(0, 0)
      await expect(clock).toHaveCSS('opacity', '0')
      await fieldOf(page).press('Shift+Tab')
      await page.keyboard.press('Shift+Tab') // past the button that attaches files
      await expect(clock).toHaveCSS('opacity', '1')
      await page.getByRole('log').focus()
      await expect(clock).toHaveCSS('opacity', '1')

      await answer.getByRole('button', { name: 'Not helpful' }).click()
      await answer.getByRole('textbox', { name: 'What was wrong?' }).fill(`It was too short at ${width}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await violations(page), colorScheme).toEqual([])
        await page.screenshot({ path: test.info().outputPath(`thumbs-${width}-${colorScheme}.png`) })
      }
      await answer.getByRole('button', { name: 'Submit' }).click()
      await expect(answer.getByText('Thank you for telling us.')).toBeFocused()
      await page.reload()
      const thumb = answer.getByRole('button', { name: 'Not helpful' })
      await expect(thumb).toHaveAttribute('aria-pressed', 'true')
      await answer.getByRole('button', { name: 'Helpful', exact: true }).click()
      await expect(thumb).toHaveAttribute('aria-pressed', 'false')
      await thumb.click()
      await answer.getByRole('button', { name: 'Talk to a person' }).click()
      await expect(page.locator('header').getByText('Waiting for a person')).toBeVisible()
      const inbox = await openInInbox()
      await expect(inbox.getByText('The visitor rated this bad')).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: test.info().outputPath(`waiting-${width}-${colorScheme}.png`) })
      }
      await context.close()
    })

  test('sees the logo that was uploaded for the agent', async ({ browser }) => {
    const logo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0f766e' } })
      .png()
      .toBuffer()
    const { page: team } = stage
    await team.goto(`/agents/${agent}/website`)
    const choose = team.locator('input[type="file"]')
    await choose.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(team.getByText('must be a PNG, JPEG or WebP image')).toBeVisible()
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await expect(team.getByRole('img', { name: 'The logo' })).toBeVisible()
    const preview = team.frameLocator('iframe[title="Preview of the chat"]')
    await expect(preview.locator('header img')).toHaveJSProperty('naturalWidth', 128)
    await team.screenshot({ path: test.info().outputPath('settings.png'), fullPage: true })
    const context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 780 } })
    const page = await context.newPage()
    await page.goto(`${stage.url}/chat/${agent}`)
    await expect(page.locator('header img')).toHaveJSProperty('naturalWidth', 128)
    await page.screenshot({ path: test.info().outputPath('chat.png') })
    await team.getByRole('button', { name: 'Remove logo' }).click()
    await expect(preview.locator('header .face')).toHaveText('FD')
    await context.close()
  })
})
