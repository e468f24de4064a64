import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { startDemo } from '../demo/demo.ts'
import { browserOptions, findBrowser } from './browser.ts'
import { must } from './client.ts'

/**
 * This program takes the README's screenshot of the chat on a website, where the AI has answered and a person joined.
 */
const PICTURE = resolve(import.meta.dirname, '../../.github/website.png')

const demo = await startDemo()
try {
  const { url } = demo.product
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserOptions })
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, locale: 'en', reducedMotion: 'reduce' })
  await page.goto(demo.site)
  await page.waitForFunction(() => 'isLoaded' in (window.Baton ?? {}))
  const attached = page.waitForEvent('frameattached')
  await page.evaluate(() => window.Baton?.('open'))
  const chat = await attached
  const field = chat.getByRole('textbox', { name: 'Your message' })
  await field.fill('How much is parking?')
  await field.press('Enter')
  await chat.getByText('12 euros').waitFor()
  await field.fill('Can somebody carry my luggage from the station?')
  await field.press('Enter')
  await chat.getByText('Can somebody carry').waitFor()
  await chat.getByRole('button', { name: 'Yes, please' }).click()
  await chat.getByText('A person will').first().waitFor()

  const { email, password } = demo.accounts.colleague
  const session = await must(url, 'signIn', { body: { email, password } })
  const cookie = session.headers.get('set-cookie')!.split(';')[0]!
  const key = (await must(url, 'createSessionToken', { body: {} }, { cookie })).data.token
  const agent = { params: { agent: demo.agent } }
  const conversation = (await must(url, 'listConversations', agent, { key })).data[0]!.id
  const body = { content: 'Of course! Tell me when your train arrives, and I will meet you at platform one.' }
  await must(url, 'sendHumanMessage', { params: { ...agent.params, conversation }, body }, { key })
  await chat.getByText('platform one').waitFor()
  await page.screenshot({ path: PICTURE })
  await browser.close()
} finally {
  await demo.stop()
}
