import { AppError, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { deliveryOf, lockAnyConversation } from '../conversations/index.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'
import { changeDelivery, selectDeliveries, selectMailOfMessage } from './send-queries.ts'
import { tellMessage } from './tell-message.ts'
import { isBeingSent, tryNow } from './try-now.ts'

/**
 * Mails a message again to those whom its mail failed to reach or bounced from. Also one of the AI's that people have
 * taken over from, as a member asks for it.
 * @throws AppError 404 for a message without a mail of ours; 409 `not_failed` if nobody was missed, as before it
 *   is given up, after it was sent and when it was withdrawn, and during an attempt; 409 `mailbox_unavailable`
 */
export const retryEmail: Verb<'retryEmail'> = (ctx, { conversation, message }) =>
  ctx.database.transaction(async (tx) => {
    const row = orNotFound(await lockAnyConversation(tx, conversation.id))
    const mail = orNotFound(await selectMailOfMessage(tx, row.organization_id, message.id))
    const mailbox = await selectAnyMailbox(tx, mail.mailbox_id)
    if (mailbox?.deleted_at !== null || !canSend(ctx, mailbox)) throw new AppError('mailbox_unavailable')
    const deliveries = await selectDeliveries(tx, mail.id)
    const missed = deliveries.filter(({ status }) => status === 'failed' || status === 'bounced')
    if (missed.length === 0 || isBeingSent(deliveries)) throw new AppError('not_failed')
    for (const { address } of missed)
      await changeDelivery(tx, mail.id, address, { status: 'queued', code: null, message: null })
    await tryNow(ctx, tx, mail, { retried_at: ctx.now(), done_at: null })
    await tellMessage(ctx, tx, row, mail)
    return ctx.answer(tx, deliveryOf(await selectDeliveries(tx, mail.id)))
  })
