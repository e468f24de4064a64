import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { violations } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

/** A photograph, painted in stripes, that tells where it was taken. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [1_200, 900]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const y = Math.floor(at / 3 / width)
    pixels.set([(40 + (y / height) * 180) | 0, 110 + (((at / 3) % width) / width) * 100, 190], at)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'taken at home' } })
    .jpeg()
    .toBuffer()
}

test.describe('files in the chat on a website', () => {
  let stage: Stage
  let agent: string

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    agent = await makeAgent(stage, 'Front desk', 'Breakfast is served from seven to ten in the garden room.')
  })
  test.afterAll(() => stage.close())

  const stored = () => {
    const folder = join(stage.product.dataDir, 'files')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  }
  const isSeen = (page: Page, name: string) =>
    expect
      .poll(() =>
        button(page, `Enlarge ${name}`)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(100)

  test('a picture from a phone is seen by a person, answered, erased, and gone from disk', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 }, hasTouch: true })
    const chat = await context.newPage()
    await chat.goto(`${stage.url}/chat/${agent}`)
    await expect(field(chat, 'Your message')).toBeFocused()
    const choosing = chat.waitForEvent('filechooser')
    await button(chat, 'Attach a file').click()
    await (await choosing).setFiles([
      { name: 'broken lamp.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    ])
    await expect(chat.getByText('This kind of file can’t be sent.')).toBeVisible()
    await expect(button(chat, 'Send')).toBeDisabled()
    expect(await violations(chat), 'files about to be sent').toEqual([])
    await button(chat, 'Remove page.html').click()
    await expect(field(chat, 'Your message')).toBeFocused()
    await chat.keyboard.type('Can you mend this?')
    await chat.keyboard.press('Enter')
    await isSeen(chat, 'broken lamp.jpg')
    await expect(chat.getByRole('log').getByText('Can you mend this?')).toBeVisible()
    expect(await violations(chat), 'a picture in the chat').toEqual([])
    await button(chat, 'Enlarge broken lamp.jpg').click()
    const large = chat.getByRole('dialog', { name: 'broken lamp.jpg' })
    await expect(large.getByRole('img')).toBeVisible()
    expect(await violations(chat), 'a large picture').toEqual([])
    const saving = chat.waitForEvent('download')
    await button(large, /^broken lamp\.jpg .*kB$/).click()
    expect((await saving).suggestedFilename()).toBe('broken lamp.jpg')
    await chat.keyboard.press('Escape')
    await expect(large).toBeHidden()

    const { page } = stage
    await page.goto('/inbox?view=ai')
    await page.getByRole('link', { name: /Shall I get a person/ }).click()
    await isSeen(page, 'broken lamp.jpg')
    await button(page, 'Enlarge broken lamp.jpg').click()
    const shown = page.getByRole('dialog', { name: 'broken lamp.jpg' })
    await expect(shown.getByRole('img')).toBeVisible()
    expect(await violations(page), 'a large picture in the inbox').toEqual([])
    await page.keyboard.press('Escape')
    const answering = page.waitForEvent('filechooser')
    await button(page, 'Attach files').click()
    await (await answering).setFiles({
      name: 'opening hours.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('7 to 10'),
    })
    await expect(page.getByRole('list', { name: 'Files' }).getByText('7 byte')).toBeVisible()
    await field(page, /^Reply to/).fill('Yes, bring it to the front desk.')
    expect(await violations(page), 'a reply with a file').toEqual([])
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(chat.getByRole('log').getByText('Yes, bring it to the front desk.')).toBeVisible()

    await expect(page.getByRole('link', { name: /opening hours\.txt/ })).toBeVisible()
    const saved = chat.waitForEvent('download')
    await button(chat, /^opening hours\.txt/).click()
    expect((await saved).suggestedFilename()).toBe('opening hours.txt')

    expect(stored().length).toBe(3) // the picture, a small one of it, and the answer's file
    expect(stored().some((bytes) => bytes.includes('taken at home'))).toBe(false)
    const place = /inbox\/[^/]+\/([0-9a-f-]{36})/.exec(page.url())![1]!
    const params = { organization: stage.owner.organizationId }
    const at = { params: { agent, conversation: place } }
    const { chat_user } = (await must(stage.url, 'getConversation', at, stage.owner)).data
    const found = await must(stage.url, 'findVisitors', { params, body: { chat_user_id: chat_user.id } }, stage.owner)
    await must(stage.url, 'eraseVisitors', { params, body: { matches: found.data } }, stage.owner)
    await expect.poll(stored).toEqual([])
    await context.close()
  })
})
