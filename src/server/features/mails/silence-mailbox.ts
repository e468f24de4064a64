import { brakes } from '../../adapters/mail/rules/kinds.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changeMailbox } from '../mailboxes/index.ts'
import { notifyAdmins } from '../notifications/index.ts'
import { HOUR_MS } from './surroundings.ts'

/** Keeps the AI from mailing out of a mailbox, which the caller has locked, for an hour, and tells owners and admins. */
export async function silenceMailbox(deps: Dependencies, tx: Tx, mailbox: Row<'mailboxes'>): Promise<void> {
  const { id, organization_id, agent_id } = mailbox
  await changeMailbox(tx, id, { ai_silent_until: deps.now() + HOUR_MS })
  const detail = `The AI has answered ${brakes.aiOfMailboxAnHour} mails within an hour. It is silent there for an hour, and people answer.`
  const news = { kind: 'account_failing' as const, organization_id, agent_id, subjectId: id, detail }
  await notifyAdmins(deps, tx, { ...news, account: 'mailbox' })
}
