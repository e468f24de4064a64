import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { recipientsOfBounce } from '../../adapters/mail/rules/bounces.ts'
import { messageOfBounce } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { lockAnyConversation, mailBounces } from '../conversations/index.ts'
import { idKeys } from '../mailboxes/index.ts'
import { changeMail } from './queries.ts'
import { changeDelivery, selectDeliveries, selectMailOfMessage } from './send-queries.ts'
import { tellMessage } from './tell-message.ts'

/**
 * Stores what a report says of the delivery of a mail of ours. It counts only with a signed id of the mail and for
 * those to whom that mail went, as anybody can write a report.
 */
export async function noteBounce(deps: Dependencies, tx: Tx, report: Row<'mails'>, facts: MailFacts): Promise<void> {
  const messageId = messageOfBounce(facts, idKeys(deps))
  const mail = messageId === null ? undefined : await selectMailOfMessage(tx, report.organization_id, messageId)
  if (!mail?.conversation_id) return
  const conversation = await lockAnyConversation(tx, mail.conversation_id)
  if (conversation?.deleted_at !== null) return
  await changeMail(tx, report.id, { conversation_id: conversation.id })
  const known = new Map((await selectDeliveries(tx, mail.id)).map((row) => [row.address, row]))
  let row = conversation
  for (const { address, action, status: code, diagnostic: message } of recipientsOfBounce(facts)) {
    const before = known.get(address)
    const isNews = before && before.status !== 'bounced' && action !== 'delivered'
    if (!isNews) continue
    await changeDelivery(tx, mail.id, address, { status: action === 'failed' ? 'bounced' : 'delayed', code, message })
    if (action !== 'failed') continue
    await mailBounces(deps, tx, row, address)
    row = (await lockAnyConversation(tx, row.id)) ?? row
  }
  await tellMessage(deps, tx, conversation, mail)
}
