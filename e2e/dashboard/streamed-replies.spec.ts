import { expect, test } from '@playwright/test'
import { startSlowWriter } from '#server/testing/slow-writer.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { startLine } from '../tools/line.ts'
import { button, field, openStage } from './support/stage.ts'

test('what the AI writes is on each screen as it is written, and gone from all when a person takes over', async ({
  browser,
}) => {
  const writer = await startSlowWriter()
  const stage = await openStage(browser, {
    env: { OPENAI_COMPATIBLE_BASE_URL: writer.url, OPENAI_COMPATIBLE_MODELS: 'writer' },
  })
  const { page, url, owner } = stage
  const line = await startLine(() => Number(new URL(url).port))
  const visitor = await browser.newContext({ locale: 'en' })
  try {
    const { data: models } = await must(url, 'listAiModels', {}, owner)
    const model = models.find(({ slug }) => slug === 'writer')!
    const params = { organization: owner.organizationId }
    const body = { name: 'Front desk', id: model.id }
    const agent = (await must(url, 'createAgent', { params, body }, owner)).data.id
    await must(url, 'updateAgentSettings', { params: { agent }, body: { verification: 'off' } }, owner)
    const chat = await visitor.newPage()
    await chat.goto(`${line.url}/chat/${agent}`)
    const ask = async (content: string) => {
      await field(chat, 'Your message').fill(content)
      await chat.keyboard.press('Enter')
    }
    await ask('Are you there?')
    const answers = chat.getByText(/^w1 .*w5/)
    await expect(chat.getByText('w40')).toBeVisible()
    await expect(chat.locator('.message[aria-live="off"]')).toHaveCount(0) // the reply is a message now

    // A server that is gone in the middle of a reply, and there again, with the whole of it.
    Object.assign(writer.pace, { words: 100_000, wordMs: 20 })
    await ask('Still there?')
    await expect(answers).toHaveCount(2)
    line.cut()
    await expect(chat.getByText('No connection')).toBeVisible()
    await expect(answers).toHaveCount(1) // the first answer
    await expect.poll(() => writer.written('Still there?')).toBeGreaterThan(50)
    writer.pace.words = 0
    const lastWord = `w${writer.written('Still there?')}`
    line.mend()
    await expect(answers).toHaveCount(2)
    await expect(answers.last()).toContainText(lastWord)
    await expect(chat.getByText('No connection')).toHaveCount(0)

    const { data } = await must(url, 'listConversations', { params: { agent } }, owner)
    const listening = page.waitForResponse((response) => response.url().includes('/events'))
    await page.goto(`/inbox/${agent}/${data[0]!.id}`)
    const thread = page.getByRole('region', { name: 'Messages' })
    await expect(thread.getByText(lastWord)).toBeVisible()
    // The browser listens, says that it has the conversation open, and only then is told what the model writes.
    await listening
    const saying = await page.waitForRequest((request) => request.url().endsWith('/presence'))
    await saying.response()

    Object.assign(writer.pace, { words: 10_000, wordMs: 20 })
    await ask('And now?')
    const reply = page.getByRole('article', { name: 'The AI’s unfinished reply' })
    await expect(reply).toContainText('w20')
    await expect(chat.getByText('w20')).toHaveCount(3)
    await expectAccessible(page, 'an unfinished reply')
    await page.screenshot({ path: test.info().outputPath('inbox.png') })
    await button(page, 'Take over').click()
    await expect(reply).toBeHidden()
    await expect(chat.getByText('w20')).toHaveCount(2) // in the answers before
    await expect(thread.getByText('w20')).toHaveCount(2)

    await page.goto(`/agents/${agent}/playground`)
    await field(page, 'Message as a visitor').fill('Anything?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByText('w20')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('playground.png') })
    await button(page, 'Stop').click()
    await expect(page.getByRole('log').getByText('w20')).toHaveCount(0)
  } finally {
    writer.pace.words = 0
    await visitor.close()
    await stage.close()
    line.close()
    writer.close()
  }
})
