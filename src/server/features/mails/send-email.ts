import type { MailQuote } from '#contract/mail-enums.ts'
import { lineOf } from '../../adapters/mail/read/addresses.ts'
import { actingUserId, type Context, type Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { attach, detach, filesFor } from '../attachments/index.ts'
import { discardEmpty, lockAnyConversation, takingOver } from '../conversations/index.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'
import { assertMailHolds } from './assert-mail-holds.ts'
import { storePendingJob } from './jobs.ts'
import { deletePending, insertPending, selectPending, selectPendingUpTo } from './pending-queries.ts'
import { isMessageOf, selectThread } from './queries.ts'
import { type Recipients, recipientsOf } from './recipients.ts'
import { ownAddresses } from './surroundings.ts'

/**
 * Sends a member's mail in a conversation by mail, which they take over at once. The mail itself becomes a message and
 * leaves when the time to take it back is over.
 * @throws AppError 404 if the conversation is none by mail; 409 `reply_is_stale`, 409 `mailbox_unavailable`, 422 for a
 *   recipient, 423 `agent_unavailable`
 */
export const sendEmail: Verb<'sendEmail'> = async (ctx, { agent, conversation, body }) => {
  assertAvailable(agent)
  const isByMail = conversation.origin === 'email' // which a chat on a website is not, though its visitor gets mails
  orNotFound(isByMail ? await selectThread(ctx.database.read, conversation.id) : undefined)
  return takingOver(ctx, conversation, body, async (tx) => {
    const thread = orNotFound(await selectThread(tx, conversation.id))
    const mailbox = await selectAnyMailbox(tx, thread.mailbox_id)
    if (mailbox?.deleted_at !== null || !canSend(ctx, mailbox)) throw new AppError('mailbox_unavailable')
    const own = await ownAddresses(ctx, tx, conversation.organization_id)
    const recipients = recipientsOf(body, JSON.parse(thread.reply), own)
    return ctx.answer(tx, await keepPending(ctx, tx, conversation, mailbox, { ...body, recipients }))
  })
}

/** Keeps a member's mail until the time to take it back is over. */
export async function keepPending(
  ctx: Context,
  tx: Tx,
  conversation: Row<'conversations'>,
  mailbox: Row<'mailboxes'>,
  mail: {
    content: string
    recipients: Recipients
    subject?: string | undefined
    quote?: MailQuote | undefined
    closes: boolean
    attachments?: readonly string[] | undefined
    suggestion_id?: string | undefined
  },
): Promise<{ id: string; sends_at: string }> {
  const { content, recipients, subject, quote = null, closes, attachments = [] } = mail
  const [id, now, user_id] = [newId(), ctx.now(), actingUserId(ctx)]
  const sends_at = now + mailbox.undo_seconds * 1_000
  await insertPending(tx, {
    ...{ id, conversation_id: conversation.id, user_id, content, quote, sends_at, created_at: now },
    addresses: JSON.stringify(recipients),
    subject: subject === undefined ? null : lineOf(subject),
    closes: closes ? 1 : 0,
    suggestion_id: mail.suggestion_id ?? null,
  })
  const { organization_id } = conversation
  const { files } = await filesFor(ctx, tx, { user_id, organization_id }, { content, attachments })
  assertMailHolds(files)
  await attach(tx, files, { id, conversation_id: conversation.id })
  await ctx.jobs.send(tx, storePendingJob, { id }, { delaySeconds: mailbox.undo_seconds })
  await tellThread(ctx, tx, conversation)
  return { id, sends_at: isoTime(sends_at) }
}

/**
 * Takes back a mail that has not left. The conversation stays with people; one that the mail began is deleted.
 * @throws AppError 403 for another member's mail; 404; 409 `already_sent`
 */
export const takeBackEmail: Verb<'takeBackEmail'> = async (ctx, { conversation, params }) => {
  const id = params.email.toLowerCase()
  return ctx.database.transaction(async (tx) => {
    const row = orNotFound(await lockAnyConversation(tx, conversation.id))
    const mail = await selectPending(tx, id)
    if (mail?.conversation_id !== row.id)
      throw new AppError((await isMessageOf(tx, row.id, id)) ? 'already_sent' : 'resource_not_found')
    if (mail.user_id !== actingUserId(ctx)) throw new AppError('forbidden')
    const attachments = await detach(tx, mail, ctx.now())
    await deletePending(tx, [id])
    await tellThread(ctx, tx, row)
    if ((await selectPendingUpTo(tx, row.id)).length === 0) await discardEmpty(ctx, tx, row)
    const { content, subject, quote, closes } = mail
    const { to, cc, bcc }: Recipients = JSON.parse(mail.addresses)
    const [typedTo, typedCc, typedBcc] = [to, cc, bcc].map((all) => all.map(({ address }) => address))
    return { content, to: typedTo!, cc: typedCc!, bcc: typedBcc!, subject, quote, closes: closes === 1, attachments }
  })
}

const tellThread = (
  deps: Dependencies,
  tx: Tx,
  { id, agent_id, organization_id }: Row<'conversations'>,
): Promise<void> => emit(deps, tx, organization_id, { type: 'thread.updated', agent_id, conversation_id: id })
