import { lineOf } from '../../adapters/mail/read/addresses.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { openByMember } from '../conversations/index.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'
import { putThread } from './queries.ts'
import { recipientsOf } from './recipients.ts'
import { keepPending } from './send-email.ts'
import { ownAddresses } from './surroundings.ts'

/**
 * Begins a conversation with a member's mail, which the first recipient is the visitor of. It is there at once, and its
 * first message when the time to take that back is over.
 * @throws AppError 422 for a recipient, or a mailbox that is not the agent's or can't send; 423 `agent_unavailable`
 */
export const beginByEmail: Verb<'beginByEmail'> = (ctx, { agent, body }) => {
  assertAvailable(agent)
  const subject = lineOf(body.subject)
  return ctx.database.transaction(async (tx) => {
    const mailbox = await selectAnyMailbox(tx, body.mailbox_id)
    if (mailbox?.agent_id !== agent.id || mailbox.deleted_at !== null)
      throw invalid('mailbox_id', 'names no mailbox of this agent')
    if (!canSend(ctx, mailbox)) throw invalid('mailbox_id', 'names a mailbox that no mail server sends for')
    const recipients = recipientsOf(body, { to: [], cc: [] }, await ownAddresses(ctx, tx, agent.organization_id))
    const { to, cc } = recipients
    const conversation = await openByMember(ctx, tx, agent, to[0]!.address)
    await putThread(tx, {
      ...{ conversation_id: conversation.id, mailbox_id: mailbox.id, subject, reply: JSON.stringify({ to, cc }) },
      participants: JSON.stringify([...to, ...cc].map(({ address }) => address)),
    })
    const { content, closes, attachments } = body
    const pending = await keepPending(ctx, tx, conversation, mailbox, {
      ...{ content, recipients, subject, closes, attachments },
    })
    return ctx.answer(tx, { ...pending, conversation_id: conversation.id })
  })
}
