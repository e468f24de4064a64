import { z } from 'zod'
import type { Data, Input } from '#contract/index.ts'
import type { MailAiMode, MailSecurity } from '#contract/mail-enums.ts'
import { createMailboxBody } from '#contract/mailboxes.ts'
import { email } from '#contract/sessions.ts'
import { linesOf } from '#dashboard/lib/lines.ts'

export type Mailbox = Data<'listMailboxes'>[number]
export type Side = 'incoming' | 'outgoing'
type Account = Pick<NonNullable<Mailbox['outgoing']>, 'host' | 'port' | 'security' | 'user'>

/** The usual port of each kind of encryption. */
export const usualPorts: Record<Side, Record<MailSecurity, string>> = {
  incoming: { tls: '993', starttls: '143', none: '143' },
  outgoing: { tls: '465', starttls: '587', none: '25' },
}

const texts = createMailboxBody.pick({ address: true, name: true, agent_id: true, signature: true })
const account = createMailboxBody.shape.outgoing.unwrap().unwrap().omit({ auth: true })

/** A mail server and who one is there; `auth` is the password as it is typed. */
const server = z.object({
  host: z.string(),
  port: z.string(),
  security: z.custom<MailSecurity>(),
  user: z.string(),
  auth: z.string(),
})

const portOf = (typed: string): number => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

const shape = texts.required({ signature: true }).extend({
  agent_id: z.string().min(1, 'is required'),
  /** One address a line. */
  aliases: z.string(),
  ai: z.custom<MailAiMode>(),
  quotes: z.boolean(),
  /** Seconds, as the select has them. */
  undo: z.string(),
  receives: z.enum(['imap', 'http']),
  /** The mail server from which mail is fetched. */
  incoming: server.extend({ folder: z.string() }),
  marks: z.boolean(),
  /** Days as the select has them; empty for none. */
  days: z.string(),
  sends: z.enum(['installation', 'own']),
  /** The mail server of the mailbox's own. */
  outgoing: server,
  saves: z.boolean(),
  /** What signing in at a provider's page gave, in place of passwords; empty without. */
  grant: z.string(),
  /** Where that was. */
  company: z.string(),
})

export type MailboxForm = z.output<typeof shape>

export const aliasLines = (aliases: string): string[] => linesOf(aliases.replaceAll(',', '\n'))

/** Whether the server asks for the password: it sends the one it has stored to no other server and no other user. */
export function needsPassword({ host, port, security, user }: MailboxForm[Side], stored: Account | null) {
  if (!stored) return true
  const isSame = stored.host === host.trim().toLowerCase() && stored.port === portOf(port)
  return !isSame || stored.security !== security || stored.user !== user.trim()
}

/** The mail server of one side of a mailbox as it is stored; null if it has none there. */
export const storedOf = (mailbox: Mailbox | undefined, side: Side): Account | null => {
  const stored = mailbox?.[side]
  return stored && 'host' in stored ? stored : null
}

/** The sides for which the form names a mail server. */
const sidesOf = ({ receives, sends }: Pick<MailboxForm, 'receives' | 'sends'>): Side[] => [
  ...(receives === 'imap' ? (['incoming'] as const) : []),
  ...(sends === 'own' ? (['outgoing'] as const) : []),
]

/** Checks the form as the contract does; mail servers only where the mailbox has one of its own. */
export const mailboxSchema = (mailbox: Mailbox | undefined) =>
  shape.superRefine((form, context) => {
    const fail = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const wrong = aliasLines(form.aliases).find((line) => !email.safeParse(line).success)
    if (wrong) fail(['aliases'], `“${wrong}” must be a valid e-mail address`)
    for (const side of sidesOf(form)) {
      const { auth, port, ...rest } = form[side]
      const checked = account.safeParse({ ...rest, port: portOf(port) })
      for (const { path, message } of checked.error?.issues ?? [])
        fail([side, ...path.map(String)], path[0] === 'port' ? 'must be a number from 1 to 65535' : message)
      if (auth === '' && form.grant === '' && needsPassword(form[side], storedOf(mailbox, side)))
        fail([side, 'auth'], 'is required')
    }
    if (form.receives === 'imap' && form.incoming.folder.trim() === '') fail(['incoming', 'folder'], 'is required')
  })

export function toForm(mailbox: Mailbox | undefined, agentId: string): MailboxForm {
  const serverOf = (side: Side) => {
    const { host, port, security, user } = storedOf(mailbox, side) ?? { host: '', security: 'tls', user: '' }
    return { host, port: String(port ?? usualPorts[side].tls), security, user, auth: '' }
  }
  return {
    address: mailbox?.address ?? '',
    name: mailbox?.name ?? '',
    aliases: mailbox?.aliases.join('\n') ?? '',
    agent_id: mailbox?.agent_id ?? agentId,
    ai: mailbox?.ai ?? 'answers',
    signature: mailbox?.signature ?? '',
    quotes: mailbox?.quote !== 'none',
    undo: String(mailbox?.undo_seconds ?? 10),
    receives: mailbox?.incoming?.type ?? 'imap',
    incoming: {
      ...serverOf('incoming'),
      folder: mailbox?.incoming?.type === 'imap' ? mailbox.incoming.folder : 'INBOX',
    },
    marks: mailbox?.mark_seen ?? false,
    days: String(mailbox?.import_days ?? ''),
    sends: mailbox?.outgoing || !mailbox ? 'own' : 'installation',
    outgoing: serverOf('outgoing'),
    saves: mailbox?.save_sent ?? true,
    ...{ grant: '', company: '' },
  }
}

export function toRequest(form: MailboxForm): Input<'createMailbox'>['body'] {
  const { aliases, quotes, undo, receives, incoming, marks, days, sends, outgoing, saves, ...rest } = form
  const { grant, company: _, ...plain } = rest
  const account = ({ auth, port, ...server }: MailboxForm[Side]) => ({
    ...{ ...server, port: portOf(port) },
    ...(grant !== ''
      ? { auth: { type: 'oauth' as const, grant } }
      : auth !== '' && { auth: { type: 'password' as const, password: auth } }),
  })
  return {
    ...plain,
    aliases: aliasLines(aliases),
    quote: quotes ? 'last' : 'none',
    undo_seconds: Number(undo),
    incoming:
      receives === 'imap' ? { type: 'imap', ...account(incoming), folder: incoming.folder.trim() } : { type: 'http' },
    mark_seen: marks,
    import_days: days === '' ? null : days === '7' ? 7 : 30,
    outgoing: sends === 'own' ? account(outgoing) : null,
    save_sent: saves,
  }
}

/**
 * What tests the mailbox as the form says: the stored one where no password was typed.
 * @returns the side whose password must be typed for that, as the stored one can't be tested with what has changed
 */
export function testOf(form: MailboxForm, mailbox: Mailbox | undefined): Input<'testMailbox'>['body'] | Side {
  const sides = sidesOf(form)
  const untyped = sides.filter((side) => form[side].auth === '')
  const [first] = untyped
  if (!mailbox || first === undefined) return toRequest(form)
  const isAsStored =
    form.address.trim().toLowerCase() === mailbox.address &&
    sides.length === (['incoming', 'outgoing'] as const).filter((side) => storedOf(mailbox, side)).length &&
    (mailbox.incoming?.type !== 'imap' || mailbox.incoming.folder === form.incoming.folder.trim())
  return untyped.length === sides.length && isAsStored ? { id: mailbox.id } : first
}
