import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { linkIn, type MailServer, startMailServer } from '../../testing/mail-server.ts'
import type { MailError } from './errors.ts'
import { createMail } from './mail.ts'

const PUBLIC = { PUBLIC_URL: 'https://baton.example', MAIL_FROM: 'Support, “Acme” <support@acme.example>' }

function mailThrough(url: string) {
  const { mail } = readConfig({ ...PUBLIC, SMTP_URL: url })
  if (!mail) throw new Error('no mail is configured')
  return createMail(mail)
}

describe('mail', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  beforeEach(() => {
    server.received.length = 0
    server.refuseWith(undefined)
  })
  afterAll(() => server.close())

  it('goes out as plain text and as HTML that says the same', async () => {
    const link = { label: 'Choose another password', url: 'https://baton.example/reset-password#a-token' }
    await mailThrough(server.url).send({
      to: 'ana@example.com',
      subject: 'Grüße',
      paragraphs: ['Somebody asked for it.', 'Was it you?'],
      link,
      notes: ['It works for an hour.'],
    })
    const [mail] = server.received
    expect([mail?.from, mail?.to]).toEqual(['support@acme.example', ['ana@example.com']])
    expect(mail?.text.trim().replaceAll('\r\n', '\n')).toBe(
      `Somebody asked for it.\n\nWas it you?\n\n${link.label}:\n${link.url}\n\nIt works for an hour.`,
    )
    expect(linkIn(mail)).toBe(link.url)
    expect(mail?.html).toContain(`<a href="${link.url}">${link.label}</a>`)
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.headers).toContain('Subject: =?UTF-8?')
  })

  it('has no header and no recipient that a name, a subject or an address brought along', async () => {
    const hostile = 'Eve\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>\u202etxt'
    await mailThrough(server.url).send({
      to: 'bob@example.com',
      subject: `${hostile} invites you`,
      paragraphs: [`${hostile} invites you.`],
    })
    const [mail] = server.received
    expect(mail?.to).toEqual(['bob@example.com'])
    expect(mail?.headers).not.toMatch(/^Bcc:/im)
    expect(mail?.text.trim()).toBe('Eve Bcc: eve@evil.example <script>alert(1)</script>txt invites you.')
    expect(mail?.html).toContain('&#60;script&#62;')
    expect(mail?.html).not.toContain('<script>')
    const listed = mailThrough(server.url).send({ to: 'a@example.com, eve@evil.example', subject: 'x', paragraphs: [] })
    await listed.catch(() => {})
    expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
  })

  it('tells what is refused for good from what may pass later', async () => {
    const attempt = (url = server.url) =>
      mailThrough(url)
        .send({ to: 'cleo@example.com', subject: 'x', paragraphs: ['x'] })
        .catch((error: MailError) => ({ isPermanent: error.isPermanent, message: error.message }))
    server.refuseWith({ code: 550, message: 'no such mailbox' })
    expect(await attempt()).toEqual({ isPermanent: true, message: expect.stringContaining('no such mailbox') })
    server.refuseWith({ code: 451, message: 'try again later' })
    expect(await attempt()).toEqual({ isPermanent: false, message: expect.stringContaining('try again later') })
    const wrong = await attempt(server.url.replace('baton:', 'stranger:'))
    expect(wrong).toEqual({ isPermanent: false, message: expect.stringContaining('refused user and password') })
    const closed = await startMailServer()
    await closed.close()
    expect(await attempt(closed.url)).toMatchObject({ isPermanent: false, message: expect.stringContaining('reached') })
  })
})

describe('the configuration of mail', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example'

  it('reads the mail server and the sender', () => {
    expect(readConfig({ ...PUBLIC, SMTP_URL }).mail).toEqual({
      smtp: { host: 'mail.example', port: 465, isSecure: true, login: { user: 'user', password: 'p@ss' } },
      from: { name: 'Support, “Acme”', address: 'support@acme.example' },
    })
    expect(readConfig({ ...PUBLIC, SMTP_URL: 'smtp://[::1]:2525', MAIL_FROM: 'a@b.example' }).mail).toEqual({
      smtp: { host: '::1', port: 2525, isSecure: false, login: undefined },
      from: { name: '', address: 'a@b.example' },
    })
    expect(readConfig({}).mail).toBeUndefined()
  })

  it.each([
    [{ ...PUBLIC, SMTP_URL: 'mail.example' }, 'SMTP_URL: must be'],
    [{ ...PUBLIC, SMTP_URL: 'https://mail.example' }, 'SMTP_URL: must be'],
    [{ ...PUBLIC, SMTP_URL: `${SMTP_URL}?tls=no` }, 'SMTP_URL: must end'],
    [{ ...PUBLIC, SMTP_URL, MAIL_FROM: 'Support' }, 'MAIL_FROM: must be'],
    [{ ...PUBLIC, SMTP_URL, MAIL_FROM: '' }, 'MAIL_FROM: SMTP_URL needs it'],
    [{ ...PUBLIC, SMTP_URL, PUBLIC_URL: '' }, 'PUBLIC_URL: SMTP_URL needs it'],
    [{ MAIL_FROM: 'a@b.example' }, 'MAIL_FROM: means nothing without SMTP_URL'],
  ])('refuses %j', (env, problem) => {
    expect(() => readConfig(env)).toThrow(problem)
    expect(() => readConfig(env)).not.toThrow('p%40ss')
  })
})
