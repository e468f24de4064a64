import { composeMail } from '../../adapters/mail/compose/compose-mail.ts'
import type { ComposedMail, MailFile } from '../../adapters/mail/compose/composed-mail.ts'
import { domainOf } from '../../adapters/mail/read/addresses.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { signedId } from '../../adapters/mail/rules/signed-ids.ts'
import { languageOf } from '../../adapters/models/language.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { selectAgentOfPast } from '../agents/index.ts'
import { selectAttachmentsOfMails } from '../attachments/index.ts'
import { idKeys, senderOf } from '../mailboxes/index.ts'
import { writeChatMail } from './chat-mail.ts'
import { selectThread } from './queries.ts'
import { selectLastMail, selectLastSent, selectMessageToMail } from './send-queries.ts'

/** Writes a mail as it is sent; undefined if it was erased meanwhile. */
export async function compose(
  deps: Dependencies,
  mail: Row<'mails'>,
  mailbox: Row<'mailboxes'>,
): Promise<ComposedMail | undefined> {
  const { read } = deps.database
  const message = await selectMessageToMail(read, mail.message_id!)
  const last = await selectLastMail(read, mail.conversation_id!)
  const agent = await selectAgentOfPast(read, mailbox.agent_id)
  if (!message) return undefined
  const { to, cc }: { to: Address[]; cc: Address[] } = JSON.parse(mail.addresses ?? '{"to":[],"cc":[]}')
  const { from } = JSON.parse(last?.addresses ?? '{}') as { from?: Address | null }
  const sender = senderOf(deps, mailbox, mail.conversation_id!)
  const chat = mail.first_position === null ? undefined : await writeChatMail(deps, read, mail)
  const quoted = !chat && (mail.quote ?? mailbox.quote) === 'last' && last && from
  const before = last ?? (await selectLastSent(read, mail.conversation_id!, mail.id))
  const thread = await selectThread(read, mail.conversation_id!)
  return composeMail({
    ...sender,
    ...{ to, cc, subject: mail.subject ?? '', signature: mailbox.signature, files: await filesOf(deps, mail.id) },
    content: chat?.content ?? message.content,
    names: { member: message.member_name ?? '', agent: agent?.name ?? '' },
    quoted: quoted ? { from, date: last.created_at, text: last.whole_text ?? last.content } : null,
    locale: chat?.locale ?? languageOf(message.content),
    messageId: mail.internet_id!,
    conversationRef: signedId({ kind: 'c', id: mail.conversation_id! }, domainOf(sender.from.address), idKeys(deps)),
    inReplyTo: before?.internet_id ?? null,
    isNewSubject: mail.subject !== thread?.subject,
    references: JSON.parse(mail.reference_ids ?? '[]'),
    ai: mail.is_ai ? { sources: sourcesOf(message.citations) } : null,
    now: deps.now(),
  })
}

/** @throws Error if a file can't be read: without it the mail would not be what was written */
async function filesOf({ database, storage }: Dependencies, mailId: string): Promise<MailFile[]> {
  const files: MailFile[] = []
  for (const { name, type, storage_key } of await selectAttachmentsOfMails(database.read, [mailId])) {
    const content = storage_key === null ? undefined : await storage.read(storage_key)
    if (!content) throw new Error('A file that a mail is to bring is not stored.')
    files.push({ name, type, content })
  }
  return files
}

/** The pages that an answer rests on; sources without an address have no link. */
function sourcesOf(citations: string | null): { title: string; url: string }[] {
  const all = JSON.parse(citations ?? '[]') as { title: string; url: string | null }[]
  const linked = all.flatMap(({ title, url }) => (url === null ? [] : [{ title, url }]))
  return [...new Map(linked.map((source) => [source.url, source])).values()]
}
