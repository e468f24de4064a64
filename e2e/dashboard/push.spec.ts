import { createECDH, randomBytes } from 'node:crypto'
import { expect, type Page, test, type Worker } from '@playwright/test'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { freePort } from '../tools/free-port.ts'
import { button, greet, makeAgent, openStage, type Place, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('pushed messages', () => {
  let mails: MailServer
  let stage: Stage
  let place: Place

  test.beforeAll(async ({ browser }) => {
    mails = await startMailServer()
    const port = await freePort()
    const env = { SMTP_URL: mails.url, MAIL_FROM: 'help@example.com', PUBLIC_URL: `http://127.0.0.1:${port}` }
    stage = await openStage(browser, { env, port })
    place = await greet(stage, await makeAgent(stage, 'Front desk'), 'Ana')
    await stage.page.addInitScript(permit, {
      endpoint: 'https://push.example.com/one',
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    })
  })
  test.afterAll(async () => {
    await stage.close()
    await mails.close()
  })

  test('are turned on for a browser, stay on, and are turned off', async () => {
    const { page } = stage
    await page.goto('/settings/notifications')
    const subscribed = page.waitForResponse(isSubscription)
    await button(page, 'Turn on in this browser').click()
    expect((await subscribed).status()).toBe(201)
    await expect(button(page, 'Turn off here')).toBeVisible()
    await page.getByLabel('Quote what was written').check()
    await expectAccessible(page, 'pushed messages turned on')
    const renewed = page.waitForResponse(isSubscription)
    await page.reload()
    expect((await renewed).status()).toBe(201)
    await expect(page.getByLabel('Quote what was written')).toBeChecked()
    await button(page, 'Turn off here').click()
    await expect(button(page, 'Turn on in this browser')).toBeVisible()
  })

  test('are shown by a service worker that keeps nothing, and lead to the conversation', async () => {
    const { page } = stage
    await page.goto('/settings/notifications')
    const [worker] = page.context().serviceWorkers() as [Worker]
    await worker.evaluate(record)
    const shown = () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown)
    const path = `/inbox/${place.agent}/${place.conversation}`
    const message = { title: 'Ada mentioned you', body: 'Front desk', tag: place.conversation, path }
    await page.goto('about:blank')
    await push(page, stage.url, message)
    const { title, ...options } = message
    await expect.poll(shown).toEqual([{ title, body: options.body, tag: options.tag, data: path, renotify: true }])

    await page.goto('/agents')
    await expect(button(page, 'New agent')).toBeVisible()
    // The page listens once its later code is loaded.
    await expect(async () => {
      await worker.evaluate(click, path)
      await expect(page).toHaveURL(new RegExp(path), { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  })
})

const isSubscription = (response: { url(): string; request(): { method(): string } }) =>
  response.url().endsWith('/push-subscriptions') && response.request().method() === 'POST'

/** Lets the page be permitted and subscribed: a browser without windows permits nothing and knows no push service. */
function permit({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }): void {
  const granted = { configurable: true, get: () => 'granted' }
  if ('Notification' in window) Object.defineProperty(Notification, 'permission', granted)
  if (!('PushManager' in window)) return
  const subscription = () => {
    const key = sessionStorage.getItem('key') ?? ''
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    return {
      ...{ endpoint, options: { applicationServerKey: bytes.buffer } },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    }
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (sessionStorage.getItem('key') ? subscription() : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      sessionStorage.setItem('key', applicationServerKey)
      return subscription()
    },
  })
}

interface Scope {
  shown: object[]
  registration: { showNotification: (title: string, options: object) => Promise<void> }
}

/** In the service worker: notes what would be shown. */
function record(): void {
  const scope = self as unknown as Scope
  scope.shown = []
  scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
}

/** In the service worker: clicks on a notification. */
function click(path: string): void {
  const event = Object.assign(new Event('notificationclick'), {
    notification: { data: path, close: () => undefined },
    waitUntil: (work: Promise<unknown>) => work,
  })
  self.dispatchEvent(event)
}

/** Lets the browser receive a message, as from its push service. */
async function push(page: Page, origin: string, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}
