import { domainOf } from '../../adapters/mail/read/addresses.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import type { EventListener } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { selectAnyMailbox } from '../mailboxes/index.ts'
import { keepMailLine } from '../search-index/index.ts'
import { readMailJob } from './jobs.ts'
import { deletePendingOf, selectPending } from './pending-queries.ts'
import { putThread, selectLastUnread, selectThread } from './queries.ts'
import { queueOutgoing } from './queue-outgoing.ts'
import type { Recipients } from './recipients.ts'
import { selectLastMail, selectMessageToMail } from './send-queries.ts'

/** Has mail read that waits since its mailbox lost its agent, once that has another or is deleted. */
export const mailboxMailListener: EventListener = async (deps, tx, { event }) => {
  if (event.type !== 'mailbox.updated') return
  const unread = await selectLastUnread(tx, event.mailbox_id)
  if (unread) await deps.jobs.send(tx, readMailJob, { mailId: unread.id, mailboxId: event.mailbox_id })
}

/**
 * Queues the mail of each message that people or the AI write in a conversation by mail, in the transaction that stores
 * the message. The AI writes to the visitor alone, people to whom they choose or else to all who take part. What has not
 * left is gone with its conversation.
 */
export const mailEventListener: EventListener = async (deps, tx, { organizationId, event, written }) => {
  if (event.type === 'conversation.deleted') return deletePendingOf(tx, event.conversation_id)
  if (event.type !== 'message.created' || written?.origin !== 'email' || written.role === 'visitor') return
  const thread = await selectThread(tx, event.conversation_id)
  const message = thread && (await selectMessageToMail(tx, event.message_id))
  if (!thread || !message) return
  const mailbox = await selectAnyMailbox(tx, thread.mailbox_id)
  if (mailbox?.deleted_at !== null) return
  const isAi = written.role === 'assistant'
  const last = await selectLastMail(tx, thread.conversation_id)
  const typed = isAi ? undefined : await selectPending(tx, message.id)
  const recipients: Recipients = typed ? JSON.parse(typed.addresses) : usualRecipients(thread, last, isAi)
  if (recipients.to.length === 0) return
  const { conversation_id: conversationId } = thread
  await queueOutgoing(deps, tx, {
    ...{ organizationId, conversationId, messageId: message.id, mailbox, isAi, answers: last },
    ...{ recipients, subject: typed?.subject ?? thread.subject, quote: typed?.quote ?? null },
  })
  await letIn(tx, thread, [...recipients.to, ...recipients.cc])
  await keepMailLine(tx, { id: conversationId, organization_id: organizationId, created_at: message.created_at })
}

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
