import { z } from 'zod'
import type { Data, Input } from '#contract/index.ts'
import type { MailAiMode, MailSecurity } from '#contract/mail-enums.ts'
import { createMailboxBody } from '#contract/mailboxes.ts'
import { email } from '#contract/sessions.ts'

export type Mailbox = Data<'listMailboxes'>[number]
type Account = NonNullable<Mailbox['outgoing']>

/** The usual port of each kind of encryption. */
export const usualPorts: Record<MailSecurity, string> = { tls: '465', starttls: '587', none: '25' }

const texts = createMailboxBody.pick({ address: true, name: true, agent_id: true, signature: true })
const account = createMailboxBody.shape.outgoing.unwrap().unwrap()

const portOf = (typed: string): number => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

const shape = texts.required({ signature: true }).extend({
  agent_id: z.string().min(1, 'is required'),
  /** One address a line. */
  aliases: z.string(),
  ai: z.custom<MailAiMode>(),
  quotes: z.boolean(),
  /** Seconds, as the select has them. */
  undo: z.string(),
  sends: z.enum(['installation', 'own']),
  /** The mail server of the mailbox's own; `auth` is the password as it is typed. */
  outgoing: z.object({
    host: z.string(),
    port: z.string(),
    security: z.custom<MailSecurity>(),
    user: z.string(),
    auth: z.string(),
  }),
})

export type MailboxForm = z.output<typeof shape>

export const aliasLines = (aliases: string): string[] =>
  aliases
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Whether the server asks for the password: it sends the one it has stored to no other server and no other user. */
export function needsPassword({ host, port, security, user }: MailboxForm['outgoing'], stored: Account | null) {
  if (!stored) return true
  const isSame = stored.host === host.trim().toLowerCase() && stored.port === portOf(port)
  return !isSame || stored.security !== security || stored.user !== user.trim()
}

/** Checks the form as the contract does; the mail server only where the mailbox has one of its own. */
export const mailboxSchema = (stored: Account | null) =>
  shape.superRefine(({ aliases, sends, outgoing }, context) => {
    const fail = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const wrong = aliasLines(aliases).find((line) => !email.safeParse(line).success)
    if (wrong) fail(['aliases'], `“${wrong}” must be a valid e-mail address`)
    if (sends === 'installation') return
    const { auth, port, ...rest } = outgoing
    const checked = account.omit({ auth: true }).safeParse({ ...rest, port: portOf(port) })
    for (const { path, message } of checked.error?.issues ?? [])
      fail(['outgoing', ...path.map(String)], path[0] === 'port' ? 'must be a number from 1 to 65535' : message)
    if (auth === '' && needsPassword(outgoing, stored)) fail(['outgoing', 'auth'], 'is required')
  })

export function toForm(mailbox: Mailbox | undefined, agentId: string): MailboxForm {
  const { host, port, security, user } = mailbox?.outgoing ?? { host: '', port: 465, security: 'tls', user: '' }
  return {
    address: mailbox?.address ?? '',
    name: mailbox?.name ?? '',
    aliases: mailbox?.aliases.join('\n') ?? '',
    agent_id: mailbox?.agent_id ?? agentId,
    ai: mailbox?.ai ?? 'answers',
    signature: mailbox?.signature ?? '',
    quotes: mailbox?.quote !== 'none',
    undo: String(mailbox?.undo_seconds ?? 10),
    sends: mailbox?.outgoing ? 'own' : 'installation',
    outgoing: { host, port: String(port), security, user, auth: '' },
  }
}

export function toRequest(form: MailboxForm): Omit<Input<'createMailbox'>['body'], 'incoming'> {
  const { aliases, quotes, undo, sends, outgoing, ...plain } = form
  const { auth, port, ...rest } = outgoing
  const password = auth === '' ? {} : { auth: { type: 'password' as const, password: auth } }
  return {
    ...plain,
    aliases: aliasLines(aliases),
    quote: quotes ? 'last' : 'none',
    undo_seconds: Number(undo),
    outgoing: sends === 'own' ? { ...rest, port: portOf(port), ...password } : null,
  }
}

/**
 * What tests the mailbox as the form says: the stored one where its password was not typed.
 * @returns undefined if that would test another address than the form's
 */
export function testOf(form: MailboxForm, mailbox: Mailbox | undefined): Input<'testMailbox'>['body'] | undefined {
  const body = toRequest(form)
  if (!mailbox || !body.outgoing || body.outgoing.auth) return { ...body, incoming: { type: 'http' } }
  return form.address.trim().toLowerCase() === mailbox.address ? { id: mailbox.id } : undefined
}
