import { describe, expect, it } from 'vitest'
import { type Mailbox, type MailboxForm, mailboxSchema, testOf, toForm, toRequest } from './mailbox-form.ts'

const stored: Mailbox['outgoing'] = {
  ...{ host: 'smtp.boats.example', port: 465, security: 'tls', user: 'crew' },
  auth: { type: 'password', provider: null },
}
const mailbox = {
  ...{ address: 'crew@boats.example', name: 'Crew', aliases: ['hi@boats.example'], agent_id: 'a', ai: 'silent' },
  ...{ signature: 'Bye', quote: 'none', undo_seconds: 7, outgoing: stored },
} as Mailbox
const form = (changes: Partial<MailboxForm['outgoing']> = {}): MailboxForm => {
  const known = toForm(mailbox, '')
  return { ...known, outgoing: { ...known.outgoing, ...changes } }
}
const problems = (values: MailboxForm, known: Mailbox['outgoing'] = stored) =>
  mailboxSchema(known)
    .safeParse(values)
    .error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the form of a mailbox', () => {
  it('sends back what it was given, without a password that was not typed', () => {
    const { address, name, aliases, agent_id, ai, signature, quote, undo_seconds } = mailbox
    const { auth, ...account } = stored!
    const rest = { ai, signature, quote, undo_seconds }
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
    expect(problems(form(), null)).toEqual(['outgoing.auth'])
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
    expect(testOf({ ...form(), address: 'other@boats.example' }, known)).toBeUndefined()
    expect(testOf(form({ auth: 'secret' }), known)).toMatchObject({ outgoing: { auth: { password: 'secret' } } })
    expect(testOf({ ...form(), sends: 'installation' }, known)).toMatchObject({ outgoing: null })
  })

  it('takes aliases by line, and says which is none', () => {
    const values = { ...form(), aliases: ' a@boats.example\n\nb@boats.example, ' }
    expect(toRequest(values).aliases).toEqual(['a@boats.example', 'b@boats.example'])
    expect(problems({ ...values, aliases: 'a@boats.example\nnobody' })).toEqual(['aliases'])
  })
})
