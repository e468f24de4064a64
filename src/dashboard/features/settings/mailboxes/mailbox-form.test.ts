import { describe, expect, it } from 'vitest'
import { type Mailbox, type MailboxForm, mailboxSchema, testOf, toForm, toRequest } from './mailbox-form.ts'
import { providerNamed, providerOf } from './providers.ts'

const stored: Mailbox['outgoing'] = {
  ...{ host: 'smtp.boats.example', port: 465, security: 'tls', user: 'crew' },
  auth: { type: 'password', provider: null },
}
const mailbox = {
  ...{ address: 'crew@boats.example', name: 'Crew', aliases: ['hi@boats.example'], agent_id: 'a', ai: 'silent' },
  ...{ signature: 'Bye', quote: 'none', undo_seconds: 7, outgoing: stored, incoming: { type: 'http' } },
  ...{ mark_seen: false, save_sent: false, import_days: null },
} as Mailbox
const form = (changes: Partial<MailboxForm['outgoing']> = {}): MailboxForm => {
  const known = toForm(mailbox, '')
  return { ...known, outgoing: { ...known.outgoing, ...changes } }
}
const problems = (values: MailboxForm, known: Mailbox | undefined = mailbox) =>
  mailboxSchema(known)
    .safeParse(values)
    .error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the form of a mailbox', () => {
  it('sends back what it was given, without a password that was not typed', () => {
    const { address, name, aliases, agent_id, ai, signature, quote, undo_seconds } = mailbox
    const { auth, ...account } = stored!
    const fetching = { incoming: { type: 'http' }, mark_seen: false, save_sent: false, import_days: null }
    const rest = { ai, signature, quote, undo_seconds, ...fetching }
    expect(toRequest(form())).toEqual({ address, name, aliases, agent_id, ...rest, outgoing: account })
    expect(toRequest(form({ auth: 'secret' })).outgoing?.auth).toEqual({ type: 'password', password: 'secret' })
    expect(toRequest({ ...form(), sends: 'installation' }).outgoing).toBeNull()
  })

  it.each([{ host: 'other.example' }, { port: '587' }, { security: 'starttls' as const }, { user: 'eve' }])(
    'asks for the password again with %o',
    (change) => {
      expect(problems(form(change))).toEqual(['outgoing.auth'])
      expect(problems(form({ ...change, auth: 'secret' }))).toEqual([])
    },
  )

  it('keeps the password of the same account, however its host is written', () => {
    expect(problems(form({ host: ' SMTP.Boats.example ' }))).toEqual([])
    expect(problems(form(), { ...mailbox, outgoing: null })).toEqual(['outgoing.auth'])
  })

  it('checks the mail server only where there is one of its own', () => {
    const wrong = form({ host: '', port: '0x1', user: '', auth: '' })
    expect(problems(wrong)).toEqual(['outgoing.host', 'outgoing.port', 'outgoing.user', 'outgoing.auth'])
    expect(problems({ ...wrong, sends: 'installation' })).toEqual([])
  })

  it('tests the stored account where no password was typed, but with no other address', () => {
    const known = { ...mailbox, id: 'b' }
    expect(testOf(form(), known)).toEqual({ id: 'b' })
    expect(testOf({ ...form(), address: 'Crew@boats.example ' }, known)).toEqual({ id: 'b' })
    expect(testOf({ ...form(), address: 'other@boats.example' }, known)).toBe('outgoing')
    expect(testOf(form({ auth: 'secret' }), known)).toMatchObject({ outgoing: { auth: { password: 'secret' } } })
    expect(testOf({ ...form(), sends: 'installation' }, known)).toMatchObject({ outgoing: null })
  })

  it('takes aliases by line, and says which is none', () => {
    const values = { ...form(), aliases: ' a@boats.example\n\nb@boats.example, ' }
    expect(toRequest(values).aliases).toEqual(['a@boats.example', 'b@boats.example'])
    expect(problems({ ...values, aliases: 'a@boats.example\nnobody' })).toEqual(['aliases'])
  })

  it('names the folder from which mail is fetched, and tests the stored one only as it is stored', () => {
    const { auth: _, ...account } = stored!
    const imap = { ...account, port: 993, type: 'imap' as const, folder: 'INBOX' }
    const fetched: Mailbox = {
      ...{ ...mailbox, id: 'b', mark_seen: true, import_days: 30 },
      incoming: { ...imap, auth: { type: 'password', provider: null } },
    }
    const values = toForm(fetched, '')
    expect(toRequest(values)).toMatchObject({ incoming: imap, mark_seen: true, import_days: 30 })
    expect(problems(values, fetched)).toEqual([])
    expect(testOf(values, fetched)).toEqual({ id: 'b' })
    const other = { ...values, incoming: { ...values.incoming, folder: 'Archive' } }
    expect([problems(other, fetched), testOf(other, fetched)]).toEqual([[], 'incoming'])
    const moved = { ...values, incoming: { ...values.incoming, host: 'imap.other.example', folder: ' ' } }
    expect(problems(moved, fetched)).toEqual(['incoming.auth', 'incoming.folder'])
  })
})

describe('the provider of an address', () => {
  it.each([
    ['ann@gmail.com', 'google', 'imap.gmail.com', 'smtp.gmail.com'],
    ['Ann@Hotmail.co.uk ', 'microsoft', 'outlook.office365.com', 'smtp.office365.com'],
    ['ann@boats.onmicrosoft.com', 'microsoft', 'outlook.office365.com', 'smtp.office365.com'],
    ['ann@yahoo.fr', 'yahoo', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com'],
    ['ann@me.com', 'icloud', 'imap.mail.me.com', 'smtp.mail.me.com'],
    ['ann@fastmail.fm', 'fastmail', 'imap.fastmail.com', 'smtp.fastmail.com'],
    ['ann@zoho.eu', 'zoho', 'imap.zoho.eu', 'smtp.zoho.eu'],
    ['ann@gmx.com', 'gmx', 'imap.gmx.com', 'mail.gmx.com'],
    ['ann@gmx.at', 'gmx', 'imap.gmx.net', 'mail.gmx.net'],
    ['ann@web.de', 'webde', 'imap.web.de', 'smtp.web.de'],
    ['ann@boats.example', 'other', 'imap.boats.example', 'smtp.boats.example'],
    ['ann@notgmail.com', 'other', 'imap.notgmail.com', 'smtp.notgmail.com'],
  ] as const)('of %s is known by its domain', (address, name, incoming, outgoing) => {
    expect(providerOf(address)).toBe(name)
    const provider = providerNamed(name, address)
    expect([provider.incoming.host, provider.outgoing.host]).toEqual([incoming, outgoing])
  })
})
