import { expect, test } from '@playwright/test'
import { type MailProvider, startMailProvider } from '#server/testing/mail-provider.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { type Dovecot, startDovecot } from '../tools/dovecot.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('a mailbox on a mail server', () => {
  let stage: Stage
  let incoming: Dovecot | null
  let outgoing: MailServer

  const line = () => stage.page.getByRole('listitem').filter({ hasText: 'crew@boats.example' })

  test.beforeAll(async ({ browser }) => {
    incoming = await startDovecot()
    test.skip(incoming === null, 'dovecot is not installed')
    outgoing = await startMailServer()
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
    await makeAgent(stage, 'Front desk')
  })
  test.afterAll(async () => {
    await stage?.close()
    await outgoing?.close()
    await incoming?.stop()
  })

  test('is connected in three steps, which name what is wrong', async () => {
    const { page } = stage
    await page.goto('/settings/mailboxes')
    await expect(button(page, 'New mailbox')).toBeEnabled()
    await button(page, 'New mailbox').click()
    const form = page.getByRole('dialog', { name: 'New mailbox' })
    await field(form, 'Address').fill('crew@boats.example')
    await field(form, 'Name').fill('Boats & Co.')
    await button(form, 'Continue').click()
    await expect(form.getByLabel('Provider')).toHaveValue('other')
    await expectAccessible(page, 'signing in to a mailbox')

    const { username, password, port } = new URL(outgoing.url)
    await form.getByLabel('User').fill(username)
    await form.getByLabel('Password', { exact: true }).fill('wr0ng')
    const [fetched, sent] = [form.getByRole('group', { name: 'fetched' }), form.getByRole('group', { name: 'sent' })]
    for (const [server, own] of [[fetched, incoming!.port] as const, [sent, Number(port)] as const]) {
      await server.getByLabel('Host').fill('127.0.0.1')
      await server.getByLabel('Encryption').selectOption('none')
      await server.getByLabel('Port').fill(String(own))
    }
    await button(form, 'Continue').click()
    await expect(form.getByText('127.0.0.1 refused user and password').first()).toBeVisible()
    await expectAccessible(page, 'a mailbox whose login is refused')
    await form.getByLabel('Password', { exact: true }).fill(decodeURIComponent(password))
    await button(form, 'Continue').click()
    await form.getByLabel('People answer').check()
    await expectAccessible(page, 'who answers a mailbox')
    await button(form, 'Add mailbox').click()
    const verify = page.getByRole('dialog', { name: 'Verify crew@boats.example' })
    await button(verify, 'Send the mails').click()
    await expect.poll(() => outgoing.received.length).toBe(2)
    for (const { raw } of outgoing.received) incoming!.deliver(username, raw)
    await expect(verify.getByText('It arrives.')).toBeVisible()
    await expect(verify.getByText('It arrives, too:', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(verify).toBeHidden()
    await expect(line()).toContainText('Connected')
    await expect(line()).toContainText('Fetched from 127.0.0.1')
    await expectAccessible(page, 'a mailbox that is fetched')
  })

  test('brings a mail to the inbox, whose answer is mailed', async () => {
    const { page } = stage
    const { username } = new URL(outgoing.url)
    await page.goto('/inbox')
    const headers = [
      'From: Ana <ana@visitors.example>',
      'To: crew@boats.example',
      'Subject: Ferry',
      'Message-ID: <f@v>',
    ]
    incoming!.deliver(username, [...headers, '', 'Is there a ferry on Sunday?', ''].join('\r\n'))
    await page.getByText('Ana').first().click()
    await expect(page.getByText('Is there a ferry on Sunday?').filter({ visible: true }).first()).toBeVisible()
    await page.getByRole('textbox', { name: /^Reply/ }).fill('Yes, at nine.')
    await button(page, /^Send/).first().click()
    await expect.poll(() => outgoing.received.at(-1)?.text, { timeout: 30_000 }).toContain('Yes, at nine.')
    expect(outgoing.received.at(-1)?.to).toEqual(['ana@visitors.example'])
  })
})

test.describe('a mailbox at a provider that takes no passwords', () => {
  let stage: Stage
  let provider: MailProvider
  let incoming: Dovecot | null
  let outgoing: MailServer

  test.beforeAll(async ({ browser }) => {
    provider = await startMailProvider()
    incoming = await startDovecot({ introspection: provider.introspectionUrl })
    test.skip(incoming === null, 'dovecot is not installed')
    outgoing = await startMailServer(() => {}, 0, provider.isValid)
    const MAIL_OAUTH = JSON.stringify({ mailhouse: provider.registration })
    stage = await openStage(browser, { env: { OUTBOUND_ALLOW: '127.0.0.0/8', MAIL_OAUTH } })
    await makeAgent(stage, 'Front desk')
  })
  test.afterAll(async () => {
    await stage?.close()
    await outgoing?.close()
    await incoming?.stop()
    await provider?.close()
  })

  test('is signed in to in its page, which leads back to where one was', async () => {
    const { page } = stage
    await page.goto('/settings/mailboxes')
    await expect(button(page, 'New mailbox')).toBeEnabled()
    await button(page, 'New mailbox').click()
    const form = page.getByRole('dialog', { name: 'New mailbox' })
    await field(form, 'Address').fill('crew@boats.example')
    await field(form, 'Name').fill('Boats & Co.')
    await button(form, 'Continue').click()
    const [fetched, sent] = [form.getByRole('group', { name: 'fetched' }), form.getByRole('group', { name: 'sent' })]
    const ports = [incoming!.port, Number(new URL(outgoing.url).port)]
    for (const [index, server] of [fetched, sent].entries()) {
      await server.getByLabel('Host').fill('127.0.0.1')
      await server.getByLabel('Encryption').selectOption('none')
      await server.getByLabel('Port').fill(String(ports[index]))
    }
    await expectAccessible(page, 'a provider that is signed in to')
    await button(form, 'Sign in with Mailhouse').click()

    await page.waitForURL(/\/settings\/mailboxes\?grant=/)
    await expect(form.getByText('You signed in with Mailhouse.')).toBeVisible()
    await expect(form.getByLabel('User')).toHaveValue('crew@boats.example')
    await expectAccessible(page, 'a mailbox that was signed in to')
    await button(form, 'Continue').click()
    await form.getByLabel('People answer').check()
    await button(form, 'Add mailbox').click()
    const verify = page.getByRole('dialog', { name: 'Verify crew@boats.example' })
    await button(verify, 'Send the mails').click()
    await expect.poll(() => outgoing.received.length).toBe(2)
    for (const { raw } of outgoing.received) incoming!.deliver('crew@boats.example', raw)
    await expect(verify.getByText('It arrives.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/settings\/mailboxes$/)
    await expect(page.getByRole('listitem').filter({ hasText: 'crew@boats.example' })).toContainText('Connected')
  })
})
