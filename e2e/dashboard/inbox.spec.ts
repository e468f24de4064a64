import { expect, type Locator, test } from '@playwright/test'
import { must } from '../tools/client.ts'
import { field, greet, makeAgent, openStage, type Place, type Stage, say, turnOf } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('the inbox while others are at work', () => {
  let stage: Stage
  let ana: Place
  let bo: Place

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    const agent = await makeAgent(stage, 'Front desk')
    bo = await greet(stage, agent, 'Bo')
    await say(stage, bo, 'Can I talk to a person?')
    await expect.poll(() => turnOf(stage, bo)).toBe('open human') // so that she waits the longest
    ana = await greet(stage, agent, 'Ana')
    await say(stage, ana, 'Can I talk to a person?')
    await expect.poll(() => turnOf(stage, ana)).toBe('open human')
  })
  test.afterAll(() => stage.close())

  const rows = () => stage.page.getByRole('list', { name: 'Conversations' }).getByRole('link')

  test('keeps every row where it is while the pointer is over the list', async () => {
    const { page } = stage
    await page.goto('/inbox')
    await expect(rows().first()).toContainText('Ana')
    const { x, y } = (await rows().first().boundingBox())!
    await page.mouse.move(x + 100, y + 40)
    await say(stage, bo, 'Are you there?')
    let moves = 0
    await expect(async () => {
      await page.mouse.move(x + 100 + (moves++ % 2), y + 40) // a pointer that rests for four seconds keeps nothing
      await expect(rows().filter({ hasText: 'Are you there?' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.mouse.down()
    await page.mouse.up()
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await expect(rows().first()).toContainText('Ana')
    await page.mouse.move(x + 600, y + 40)
    await expect(rows().first()).toContainText('Bo')
  })

  test('is reached from an agent, whose name says where one is, and has no frame around what keys scroll', async () => {
    const { page } = stage
    await page.goto(`/agents/${ana.agent}`)
    await expect(page.getByText('Agents/Front desk')).toBeVisible()
    await expect(page.getByText(ana.agent, { exact: true })).toHaveCount(0)
    await page.goto(`/agents/${ana.agent}/conversations`)
    await expect(page).toHaveURL(new RegExp(`/inbox\\?.*${ana.agent}`))
    await page.goto(`/inbox/${ana.agent}/${ana.conversation}`)
    const messages = page.getByRole('region', { name: 'Messages' })
    await field(page, 'Reply to Ana').press('Shift+Tab')
    await messages.focus()
    const look = await messages.evaluate((element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element)
      return [element.matches(':focus-visible'), outlineStyle, boxShadow]
    })
    expect(look).toEqual([true, 'none', expect.stringMatching(/2px 0px 0px 0px inset$/)])
  })

  test('shows every view’s name and count, whatever the counts', async () => {
    const { page } = stage
    for (const count of [12, 1_234, 123_456]) {
      const counts = { mine: count, unassigned: count, open: count, ai: count, snoozed: count, closed: count }
      await page.route('**/inbox/summary*', async (route) => {
        const response = await route.fetch()
        const { data, ...rest } = await response.json()
        await route.fulfill({ response, json: { ...rest, data: { ...data, ...counts } } })
      })
      await page.setViewportSize({ width: 768, height: 900 })
      await page.goto('/inbox')
      const views = page.getByRole('navigation', { name: 'Views' })
      await expect(views.getByRole('link').last()).toHaveText(/^Closed.*\d/)
      const cut = await views.evaluate((nav) =>
        [nav, ...nav.querySelectorAll('span')].flatMap(({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth ? [textContent] : [],
        ),
      )
      expect(cut, `${count}`).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  /** The side, left or right, on which some text begins within its paragraph. */
  const sideOf = (scope: Locator, words: string) =>
    scope.evaluate((element, words) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        const at = node.data.indexOf(words)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + words.length)
        const line = range.getBoundingClientRect()
        const block = node.parentElement!.closest('p, li')!.getBoundingClientRect()
        return line.left - block.left < block.right - line.right ? 'left' : 'right'
      }
      return 'nowhere'
    }, words)

  test('lets each paragraph read in its own direction', async () => {
    const { page, url, owner } = stage
    const long = 'Hello there, these are the words that a paragraph begins with.'
    const content = `${long}\n\nשלום עולם\n\n- ברוכים הבאים\n- עוד`
    await must(url, 'sendHumanMessage', { params: ana, body: { content } }, owner)
    await say(stage, ana, `${long}\nתודה רבה`)
    await page.goto(`/inbox/${ana.agent}/${ana.conversation}`)
    const articles = page.getByRole('article')
    await expect(articles.last()).toContainText('תודה רבה')
    await expect(articles.getByRole('listitem').first()).toBeVisible()
    const own = articles.filter({ hasText: 'שלום עולם' })
    expect(await sideOf(own, 'Hello')).toBe('left')
    expect(await sideOf(own, 'שלום')).toBe('right')
    expect(await sideOf(own, 'ברוכים')).toBe('right')
    expect(await own.getByRole('list').evaluate((list) => getComputedStyle(list).direction)).toBe('rtl')
    expect(await sideOf(articles.last(), 'Hello')).toBe('left')
    expect(await sideOf(articles.last(), 'תודה')).toBe('right')
    await page.keyboard.press('Enter')
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages).toBeFocused()
    await expect(messages).toHaveCSS('outline-style', 'none') // a frame around half the screen would distract
    await expect(messages).toHaveCSS('box-shadow', /inset/) // a mark at the edge shows the focus instead
  })

  test('takes nothing from whoever is writing when the conversation is closed, or deleted', async () => {
    const { page, url, owner } = stage
    const text = (part: string) => page.keyboard.type(part, { delay: 20 })
    await page.goto(`/inbox/${ana.agent}/${ana.conversation}`)
    await field(page, 'Reply to Ana').focus()
    await text('The pa')
    await must(url, 'updateConversation', { params: ana, body: { status: 'closed' } }, owner)
    await expect(page.getByText('This conversation is closed. Reopen it to reply.')).toBeVisible()
    await text('rcel je')
    await expect(field(page, 'Reply to Ana')).toHaveValue('The parcel je')
    await must(url, 'deleteConversation', { params: ana }, owner)
    const left = page.getByRole('region', { name: 'What you wrote was not sent' })
    await expect(left).toContainText('The parcel je')
    await text('jjkj')
    await expect(left).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(left).toBeHidden()
    await expect(page.getByText('This conversation is gone')).toBeVisible()
  })
})
