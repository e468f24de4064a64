import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from '@playwright/test'
import { PATH } from '../api/support/commands-path.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { tracesOf } from './support/memory.ts'
import { button, field, makeAgent, openStage, type Stage } from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('a mailbox', () => {
  let stage: Stage
  let inbound: string

  const mail = (subject: string) =>
    [
      'From: Ana <ana@visitors.example>',
      'To: hello@boats.example',
      `Subject: ${subject}`,
      '',
      'Is there a ferry?',
    ].join('\r\n')
  const post = (url: string, subject: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: mail(subject) })
  const line = () => stage.page.getByRole('listitem').filter({ hasText: 'crew@boats.example' })

  test.beforeAll(async ({ browser }) => {
    stage = await openStage(browser)
    await makeAgent(stage, 'Front desk')
  })
  test.afterAll(() => stage.close())

  test('is added, and where its mail is posted is seen once, with an example that works', async () => {
    const { page } = stage
    await page.goto('/settings/mailboxes')
    await expect(page.getByText('No mailboxes yet')).toBeVisible()
    await expectAccessible(page, 'no mailboxes')
    await expect(button(page, 'New mailbox')).toBeEnabled()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'New mailbox' })
    await field(form, 'Address').fill('nonsense')
    await button(form, 'Continue').click()
    await expect(form.getByRole('alert')).toHaveCount(2)
    await expectAccessible(page, 'a mailbox that is not filled in')
    await field(form, 'Address').fill('crew@boats.example')
    await field(form, 'Name').fill('Boats & Co.')
    await form.getByLabel('Aliases').fill('hello@boats.example')
    await form.getByLabel('Posted to a URL').check()
    await button(form, 'Continue').click()
    await form.getByLabel('A mail server of your own').check()
    await field(form, 'Host').fill('')
    await field(form, 'User').fill('')
    await button(form, 'Continue').click()
    await expect(form.getByRole('alert')).toHaveCount(3)
    await expectAccessible(page, 'a mailbox without the account that it sends by')
    await form.getByLabel('This installation’s mail server').check()
    await expect(form.getByText('It has none yet')).toBeVisible()
    await button(form, 'Continue').click()
    await button(form, 'Add mailbox').click()

    const once = page.getByRole('dialog', { name: 'Store the inbound URL' })
    await expect(once).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(once).toBeVisible()
    await button(once, 'Reveal').click()
    inbound = (await once.getByRole('status', { name: 'BATON_INBOUND_URL' }).textContent()) ?? ''
    expect(inbound.startsWith(`${stage.url}/inbound/v1/`)).toBe(true)
    await expectAccessible(page, 'the inbound URL')
    const download = page.waitForEvent('download')
    await button(once, 'Download .env').click()
    const file = test.info().outputPath('baton.env')
    await (await download).saveAs(file)
    const example = (await once.getByRole('figure', { name: 'Example' }).locator('code').textContent()) ?? ''
    const options = { cwd: dirname(file), encoding: 'utf8', env: { ...process.env, PATH } } as const
    const answer = execFileSync('bash', ['-c', example], { ...options, stdio: 'pipe' })
    expect(JSON.parse(answer)).toMatchObject({ data: { id: expect.any(String) } })

    expect(await tracesOf(page, inbound)).toEqual(['document', 'memory'])
    await button(once, 'I have stored it').click()
    await expect(once).toBeHidden()
    const verify = page.getByRole('dialog', { name: 'Verify crew@boats.example' })
    await button(verify, 'Send the mails').click()
    await expect(verify.getByRole('alert')).toContainText('no mail server')
    await expectAccessible(page, 'a mailbox that is to be verified')
    await button(verify, 'Later').click()
    await expect.poll(() => tracesOf(page, inbound)).toEqual([])
    await expect(line()).toContainText('Connected')
    await expect(line()).toContainText('Front desk')
    await expect(line()).toContainText('Sends nothing')
    await expectAccessible(page, 'a mailbox')
  })

  test('brings its mail to the inbox', async () => {
    const { page } = stage
    expect((await post(inbound, 'Ferry')).status).toBe(202)
    await page.goto('/inbox')
    await expect(page.getByText('Ana').first()).toBeVisible()
    await page.getByText('Ana').first().click()
    await expect(page.getByText('Is there a ferry?').filter({ visible: true }).first()).toBeVisible()
  })

  test('is paused and resumed, and gets a new URL in place of the former', async () => {
    const { page } = stage
    await page.goto('/settings/mailboxes')
    await button(page, 'Pause crew@boats.example').click()
    await expect(line()).toContainText('Paused')
    expect((await post(inbound, 'While paused')).status).toBe(503)
    await button(page, 'Resume crew@boats.example').click()
    await expect(line()).toContainText('Connected')

    await button(page, 'New inbound URL for crew@boats.example').click()
    await button(page.getByRole('alertdialog'), 'Make a new URL').click()
    const once = page.getByRole('dialog', { name: 'Store the inbound URL' })
    await button(once, 'Reveal').click()
    const renewed = (await once.getByRole('status', { name: 'BATON_INBOUND_URL' }).textContent()) ?? ''
    expect((await post(inbound, 'To the former')).status).toBe(404)
    expect((await post(renewed, 'To the new one')).status).toBe(202)
    inbound = renewed
    await button(once, 'I have stored it').click()
    await expect(once).toBeHidden()
  })

  test('is changed, and deleted with its URL', async () => {
    const { page } = stage
    await button(page, 'Change crew@boats.example').click()
    const form = page.getByRole('dialog', { name: 'Change crew@boats.example' })
    await form.getByLabel('People answer').check()
    await form.getByLabel('A mail server of your own').check()
    await field(form, 'Host').fill('smtp.boats.example')
    await field(form, 'User').fill('crew')
    await form.getByLabel('Password', { exact: true }).fill('a secret of the crew')
    await button(form, 'Save').click()
    await expect(form).toBeHidden()
    await expect(line()).toContainText('People answer')
    await expect(line()).toContainText('Sends by smtp.boats.example')

    await button(page, 'Delete crew@boats.example').click()
    const question = page.getByRole('alertdialog', { name: 'Delete crew@boats.example?' })
    await expectAccessible(page, 'before a mailbox is deleted')
    await button(question, 'Delete mailbox').click()
    await expect(page.getByText('No mailboxes yet')).toBeVisible()
    expect((await post(inbound, 'Too late')).status).toBe(404)
  })
})
