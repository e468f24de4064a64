import type { Data } from '#contract/index.ts'
import { bodyOf } from '../../adapters/mail/html/mail-page.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { headersOf } from '../../adapters/mail/read/read-mail.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { FileAnswer, VerbInput } from '../../http/binding.ts'
import { selectFirstMail } from './queries.ts'

type Email = Data<'getEmail'>

/** @throws AppError 404 for a message without a mail */
export async function getEmail(ctx: Context, { message }: VerbInput<'getEmail'>): Promise<Email> {
  const mail = orNotFound(await selectFirstMail(ctx.database.read, message))
  const raw = await originalOf(ctx, mail)
  const read = raw && (await ctx.mailReader.read(headersOf(raw), mail.organization_id))
  const page = raw && mail.has_html ? await ctx.mailReader.page(raw, mail.organization_id, false) : null
  return {
    headers: read ? read.headers.map(([name, value]) => ({ name, value })) : knownHeaders(mail),
    ...partsOf(message.content, mail),
    html: page ? bodyOf(page) : null,
    remote_images: page?.remote.length ?? 0,
  }
}

/** What the message says, with its end where it lacks that, and what of the mail it leaves out. */
function partsOf(
  content: string,
  { is_cut, whole_text: whole }: Pick<Row<'mails'>, 'is_cut' | 'whole_text'>,
): Pick<Email, 'text' | 'quoted'> {
  if (whole === null) return { text: content, quoted: '' }
  if (is_cut) return { text: whole, quoted: '' }
  if (whole.startsWith(content)) return { text: content, quoted: whole.slice(content.length).trim() }
  if (whole.endsWith(content)) return { text: content, quoted: whole.slice(0, -content.length).trim() }
  return { text: content, quoted: whole }
}

/** What is stored of the headers of a mail that is ours, or whose original is deleted; nobody is told of blind copies. */
function knownHeaders({ addresses, subject, internet_id }: Row<'mails'>): Email['headers'] {
  const named: Record<string, Address[] | Address | null> = JSON.parse(addresses ?? '{}')
  const of = (key: string) => [named[key] ?? []].flat().map(written).join(', ')
  const all = { from: of('from'), 'reply-to': of('reply_to'), to: of('to'), cc: of('cc'), subject: subject ?? '' }
  const headers = Object.entries({ ...all, 'message-id': internet_id === null ? '' : `<${internet_id}>` })
  return headers.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

const written = ({ name, address }: Address): string => (name ? `${name} <${address}>` : address)

/** @throws AppError 404 for a message without a mail that came, and once its original is deleted */
export async function downloadEmail(ctx: Context, { message }: VerbInput<'downloadEmail'>): Promise<FileAnswer> {
  const mail = orNotFound(await selectFirstMail(ctx.database.read, message))
  const content = mail.raw_key === null ? undefined : await ctx.storage.open(mail.raw_key)
  return { name: 'mail.eml', content: orNotFound(content) }
}

export async function originalOf({ storage }: Context, { raw_key }: Row<'mails'>): Promise<Uint8Array | undefined> {
  return raw_key === null ? undefined : storage.read(raw_key)
}
