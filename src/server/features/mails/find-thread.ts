import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import {
  type Candidate,
  decideThread,
  type Threading,
  type ThreadKey,
  threadKeys,
} from '../../adapters/mail/rules/threading.ts'
import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { hasOpenVisit, whereWordsWent } from '../conversations/index.ts'
import { idKeys } from '../mailboxes/index.ts'
import { conversationOfMessage, conversationsOfId, conversationsOfRoot, selectMailed } from './queries.ts'
import type { Place } from './surroundings.ts'

/** Where a mail belongs: in a conversation of the mailbox's agent that its sender takes part in, or in a new one. */
export async function findThread(deps: Dependencies, tx: Tx, facts: MailFacts, place: Place): Promise<Threading> {
  const { mailbox, envelope, sender } = place
  const around = { keys: idKeys(deps), recipient: envelope.recipient, trustsPlus: mailbox.trusts_plus === 1 }
  const candidates: Candidate[] = []
  for (const key of threadKeys(facts, around)) {
    for (const id of await conversationsOf(tx, key, mailbox)) {
      const row = await selectMailed(tx, mailbox.organization_id, id)
      // Visitors of a website are written to from whichever mailbox their agent's settings name.
      if (!row || (row.agent_id !== mailbox.agent_id && row.origin !== 'widget')) continue
      const { status, updated_at, chat_user_email: email, participants } = row
      // Of a website's visitor only one conversation is open, so that one closed before it stays closed.
      const isPast = status === 'closed' && row.visitor_id !== null && (await hasOpenVisit(tx, row.visitor_id))
      candidates.push({
        via: key.via,
        conversation: id,
        status: row.deleted_at === null && row.agent_deleted_at === null ? status : 'gone',
        closedAt: status === 'closed' ? (isPast ? 0 : updated_at) : null,
        participants: [...(email === null ? [] : [normalAddress(email)]), ...JSON.parse(participants ?? '[]')],
      })
    }
  }
  return decideThread(candidates, sender, deps.now())
}

async function conversationsOf(
  tx: Tx,
  key: ThreadKey,
  { id, organization_id: organization }: Place['mailbox'],
): Promise<string[]> {
  switch (key.via) {
    case 'plus':
      return [await whereWordsWent(tx, key.conversation)]
    case 'signed': {
      if (key.signed.kind === 'c') return [await whereWordsWent(tx, key.signed.id)]
      const found = await conversationOfMessage(tx, organization, key.signed.id)
      return found ? [found.id] : []
    }
    case 'foreign':
      return conversationsOfId(tx, id, organization, key.messageId)
    case 'thread_index':
      return conversationsOfRoot(tx, id, key.root)
  }
}
