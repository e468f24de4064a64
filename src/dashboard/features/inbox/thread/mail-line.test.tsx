import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '#dashboard/testing/test-server.ts'
import { beforeInboxTests, item, line, openConversation, thread } from '../testing/inbox-server.ts'
import { sampleMessage } from '../testing/samples.ts'
import { MailLine } from './mail-line.tsx'

type Email = Parameters<typeof MailLine>[0]['email']

const came: Email = {
  from: { address: 'ann@a.example', name: 'Ann' },
  ...{ to: [], cc: [], bcc: [], subject: '', kind: 'person', not_answered: null, is_cut: false, has_html: false },
  authentication: { dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' },
  ...{ delivery: null, attachments: [] },
}
const place = { agentId: 'a', conversationId: 'c', messageId: 'm', cameAt: '2026-11-29T08:00:00.000Z' }
/** What is said after the button that shows the whole mail. */
const textOf = (changes: Partial<Email>) =>
  render(
    <MailLine email={{ ...came, ...changes }} subject="Opening hours" message={place} />,
  ).container.textContent?.slice(1)

it('says the subject of a mail only where it is not that of its conversation', () => {
  expect(textOf({ subject: 'AW: Re: opening hours' })).toBe('')
  expect(textOf({ subject: 'Re: Sundays' })).toBe('Subject: Re: Sundays')
  expect(textOf({ subject: '', cc: [{ address: 'bo@b.example', name: '' }] })).toBe('Cc bo@b.example')
})

beforeInboxTests()

it('lists the files of a mail, and asks before one that may do harm', async () => {
  const file = { type: 'application/pdf', size: 2_048, is_inline: false, is_risky: false }
  const attachments = [
    { ...file, id: 'f1', name: 'bill.pdf' },
    { ...file, id: 'f2', name: 'bill.exe', is_risky: true },
    { ...file, id: 'f3', name: 'logo.png', is_inline: true },
  ]
  render(<MailLine email={{ ...came, attachments }} subject="" message={place} />)
  const link = await screen.findByRole('link', { name: /bill\.pdf/ })
  expect(link.getAttribute('href')).toBe('/api/v1/agents/a/conversations/c/attachments/f1')
  screen.getByRole('button', { name: /bill\.exe/ }).click()
  expect(await screen.findByRole('alertdialog', { name: 'Download bill.exe?' })).toBeTruthy()
})

it('lists a picture that the mail as sent shows only where that can’t be shown', async () => {
  const logo = { id: 'f', name: 'logo.png', type: 'image/png', size: 2_048, is_inline: true, is_risky: false }
  const bill = { ...logo, id: 'g', name: 'bill.pdf', type: 'application/pdf', is_inline: false }
  const ofNow = { ...place, cameAt: new Date().toISOString() }
  const email = { ...came, has_html: true, attachments: [logo, bill] }
  const { rerender } = render(<MailLine email={email} subject="" message={ofNow} />)
  await screen.findByRole('link', { name: /bill\.pdf/ })
  expect(screen.queryByText('logo.png')).toBeNull()
  rerender(<MailLine email={{ ...email, has_html: false }} subject="" message={ofNow} />)
  expect(screen.getByText('logo.png')).toBeTruthy()
  const longAgo = { ...place, cameAt: '2026-01-02T08:00:00.000Z' }
  rerender(<MailLine email={email} subject="" message={longAgo} />)
  expect(screen.getByText('logo.png')).toBeTruthy()
})

it('says of what was not mailed no more than that', async () => {
  const message = sampleMessage(1, { role: 'assistant' })
  const email: Email = { ...came, delivery: { status: 'not_mailed', recipients: [] } }
  await openConversation({
    'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { origin: 'email' })),
    'GET /api/v1/agents/*/conversations/c1/thread': () => thread([message], { items: [{ ...item(message), email }] }),
  })
  expect((await screen.findByText(/^Not mailed/)).textContent).toBe('Not mailed')
})

it('shows what a message leaves out of its mail', async () => {
  const message = sampleMessage(1, { created_at: new Date().toISOString() })
  const headers = [{ name: 'subject', value: 'Opening hours' }]
  await openConversation({
    'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { origin: 'email' })),
    'GET /api/v1/agents/*/conversations/c1/thread': () =>
      thread([message], { items: [{ ...item(message), email: came }] }),
    'GET /api/v1/agents/*/conversations/c1/messages/*/email': () =>
      ok({ headers, text: 'Message 1', quoted: '> We are here.', html: null, remote_images: 0 }),
  })
  ;(await screen.findByRole('button', { name: 'The whole mail' })).click()
  expect(await screen.findByText('> We are here.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Download original' })
  expect(link.getAttribute('href')).toMatch(/c1\/messages\/message-1\/email\/original$/)
})
