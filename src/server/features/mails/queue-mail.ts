import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { signedId } from '../../adapters/mail/rules/signed-ids.ts'
import type { EventListener } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { idKeys, selectAnyMailbox, senderOf } from '../mailboxes/index.ts'
import { keepMailLine } from '../search-index/index.ts'
import { sendMailJob } from './jobs.ts'
import { deletePendingOf, selectPending } from './pending-queries.ts'
import { insertMail, putThread, selectThread } from './queries.ts'
import type { Recipients } from './recipients.ts'
import { insertDeliveries, selectLastMail, selectLastSent, selectMessageToMail } from './send-queries.ts'

/** Most ids of earlier mails that a mail names. */
const MOST_REFERENCES = 10

/**
 * Queues the mail of each message that people or the AI write in a conversation by mail, in the transaction that stores
 * the message. The AI writes to the visitor alone, people to whom they choose or else to all who take part. What has not
 * left is gone with its conversation.
 */
export const mailEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  if (event.type === 'conversation.deleted') return deletePendingOf(tx, event.conversation_id)
  if (event.type !== 'message.created') return
  const thread = await selectThread(tx, event.conversation_id)
  const message = thread && (await selectMessageToMail(tx, event.message_id))
  if (!thread || message?.origin !== 'email' || message.role === 'visitor') return
  const mailbox = await selectAnyMailbox(tx, thread.mailbox_id)
  if (mailbox?.deleted_at !== null) return
  const isAi = message.role === 'assistant'
  const last = await selectLastMail(tx, thread.conversation_id)
  const typed = isAi ? undefined : await selectPending(tx, message.id)
  const { to, cc, bcc } = typed ? (JSON.parse(typed.addresses) as Recipients) : usualRecipients(thread, last, isAi)
  if (to.length === 0) return
  const sender = senderOf(deps, mailbox, thread.conversation_id)
  const id = newId()
  const before = last ?? (await selectLastSent(tx, thread.conversation_id))
  const references = [...JSON.parse(before?.reference_ids ?? '[]'), before?.internet_id].filter(Boolean)
  await insertMail(tx, {
    ...{ id, organization_id: organizationId, mailbox_id: mailbox.id, direction: 'out' },
    ...{ conversation_id: thread.conversation_id, message_id: message.id, kind: null, not_answered: null },
    internet_id: signedId({ kind: 'm', id: message.id }, domainOf(sender.from.address), idKeys(deps)),
    ...{ server_id: null, thread_root: null, sender: sender.from.address, subject: typed?.subject ?? thread.subject },
    reference_ids: JSON.stringify(references.slice(-MOST_REFERENCES)),
    addresses: JSON.stringify({ from: sender.from, reply_to: sender.replyTo ? [sender.replyTo] : [], to, cc, bcc }),
    ...{ whole_text: null, words_key: null, has_html: 0, is_cut: 0, authentication: null, attachments: '[]' },
    ...{ envelope: null, raw_key: null, is_ai: isAi ? 1 : 0, next_attempt_at: deps.now(), created_at: deps.now() },
    ...{ quote: typed?.quote ?? null, done_at: null },
  })
  await letIn(tx, thread, [...to, ...cc])
  const { conversation_id: conversationId } = thread
  await keepMailLine(tx, { id: conversationId, organization_id: organizationId, created_at: message.created_at })
  const queued = { mail_id: id, status: 'queued', code: null, message: null } as const
  await insertDeliveries(tx, [
    ...to.map(({ address }) => ({ ...queued, address, kind: 'to' as const })),
    ...cc.map(({ address }) => ({ ...queued, address, kind: 'cc' as const })),
    ...bcc.map(({ address }) => ({ ...queued, address, kind: 'bcc' as const })),
  ])
  await deps.jobs.send(tx, sendMailJob, { mailId: id, mailboxId: mailbox.id, number: 1 })
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Whoever got a mail of ours may continue its conversation. */
async function letIn(tx: Tx, thread: Row<'mail_threads'>, recipients: readonly Address[]): Promise<void> {
  const known: string[] = JSON.parse(thread.participants)
  const all = [...new Set([...known, ...recipients.map(({ address }) => address)])]
  if (all.length > known.length) await putThread(tx, { ...thread, participants: JSON.stringify(all) })
}

/** To whom an answer goes: people's to whom the last mail asks for; the AI's to its author alone. */
function usualRecipients(
  thread: Row<'mail_threads'>,
  last: Pick<Row<'mails'>, 'addresses'> | undefined,
  isAi: boolean,
): Recipients {
  const reply: Pick<Recipients, 'to' | 'cc'> = JSON.parse(thread.reply)
  if (!isAi) return { ...reply, bcc: [] }
  const { from }: { from: Address | null } = JSON.parse(last?.addresses ?? '{"from":null}')
  if (!from) return { to: [], cc: [], bcc: [] }
  // Another address to answer to counts only within the domain of the sender, whom anybody else could name.
  const [first] = reply.to
  return { to: [first && domainOf(first.address) === domainOf(from.address) ? first : from], cc: [], bcc: [] }
}
