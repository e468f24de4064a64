import { expect, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { tracesOf } from './support/memory.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('a webhook', () => {
  let stage: Stage
  let receiver: Receiver
  let agent: string
  let secret: string

  test.beforeAll(async ({ browser }) => {
    receiver = await startReceiver()
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: receiver.host } })
    agent = await makeAgent(stage, 'Front desk')
  })
  test.afterAll(async () => {
    await stage.close()
    receiver.close()
  })

  test('is made, and its secret is seen once and never again', async () => {
    const { page } = stage
    await page.goto(`/agents/${agent}/developers`)
    await expectAccessible(page, 'webhooks, none yet')
    await button(page, 'New endpoint').first().click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'URL').fill('nonsense')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'new endpoint')
    await field(dialog, 'URL').fill(receiver.url)
    await button(dialog, 'Create endpoint').click()

    const once = page.getByRole('dialog', { name: 'Store the signing secret' })
    await expect(once).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(once).toBeVisible()
    await expect(once.getByText(/whsec_/)).toBeHidden()
    await button(once, 'Reveal').click()
    secret = (await once.getByRole('status', { name: 'BATON_WEBHOOK_SECRET' }).textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await expectAccessible(page, 'the secret')
    const download = page.waitForEvent('download')
    await button(once, 'Download .env').click()
    expect((await download).suggestedFilename()).toBe('baton.env')
    // While the secret is on the screen, the search must find it, or it would prove nothing later.
    expect(await tracesOf(page, secret)).toEqual(['document', 'memory'])
    await button(once, 'I have stored it').click()
    await expect(once).toBeHidden()
    await expect(page.getByRole('table', { name: 'Webhook endpoints' })).toBeVisible()
    await expect.poll(() => tracesOf(page, secret)).toEqual([])
    await page.reload()
    await expect(page.getByRole('table', { name: 'Webhook endpoints' })).toContainText(receiver.url)
    expect(await page.content()).not.toContain(secret)
  })

  test('gets a test event that its secret verifies, and again on replay', async () => {
    const { page } = stage
    await button(page, /^Send test/).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('200').first()).toBeVisible()
    await expect(panel.getByText('thank you')).toBeVisible()
    await expectAccessible(page, 'a delivery')
    await expect.poll(() => receiver.received.length).toBe(1)
    await button(panel, 'Send again').click()
    await expect.poll(() => receiver.received.length).toBe(2)
    for (const { body, headers } of receiver.received) {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>)
      expect(event).toMatchObject({ type: expect.any(String), data: { agent_id: agent } })
    }
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
    const [first] = receiver.received
    expect(() => other.verify(first!.body, first!.headers as Record<string, string>)).toThrow()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'webhooks with deliveries')
  })

  test('is examined in the lab, which sends nothing of it', async () => {
    const { page } = stage
    await button(page, /^Webhook lab/).click()
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
    await field(page, 'Body').fill(body)
    await field(page, 'Headers').fill(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    )
    await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(secret)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await button(page, 'Find the mistake').click()
    await expect(page.getByRole('status').getByText('It verifies')).toBeVisible()
    await field(page, 'Body').fill(JSON.stringify(JSON.parse(body), null, 2))
    await button(page, 'Find the mistake').click()
    await expect(page.getByText('The body was parsed and written again')).toBeVisible()
    await expectAccessible(page, 'the webhook lab')
    expect(sent.filter((data) => data.includes(secret) || data.includes('public_api'))).toEqual([])
  })

  test('keeps one’s place in the log while a delivery is looked at', async () => {
    const { page, url, owner } = stage
    const [endpoint] = (await must(url, 'listWebhookEndpoints', { params: { agent } }, owner)).data
    for (let sent = 0; sent < 12; sent += 1)
      await must(url, 'sendTestWebhook', { params: { agent, endpoint: endpoint!.id } }, owner)
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.reload()
    const scrolled = () => page.locator('main').evaluate((main) => main.scrollTop)
    const last = page.getByRole('table', { name: 'Deliveries' }).getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    const place = await scrolled()
    expect(place).toBeGreaterThan(100)
    await last.click()
    await expect(page.getByRole('dialog', { name: 'Test' }).getByText('Answered 200')).toBeVisible()
    expect(await scrolled()).toBe(place)
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/delivery=/)
    await expect(last).toBeFocused()
    expect(await scrolled()).toBe(place)
  })

  test('is deleted', async () => {
    const { page } = stage
    await button(page, /^Delete endpoint/).click()
    await button(page.getByRole('alertdialog'), 'Delete endpoint').click()
    await expect(page.getByText('No endpoints yet')).toBeVisible()
  })
})
