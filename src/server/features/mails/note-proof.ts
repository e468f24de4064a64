import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { authservIdOf } from '../../adapters/mail/rules/authentication.ts'
import { proofIn, readPlusAddress } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { idKeys, proveMailbox } from '../mailboxes/index.ts'

/** Lets a mailbox prove that mail arrives, if a mail of ours is one that was sent for that. */
export async function noteProof(
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  facts: MailFacts,
): Promise<void> {
  const keys = idKeys(deps)
  const id = proofIn(facts, keys)
  if (id === null) return
  const isPlus = facts.to.some(({ address }) => readPlusAddress(address, keys) === id)
  await proveMailbox(deps, tx, mailbox, { id, which: isPlus ? 'plus' : 'plain', authservId: authservIdOf(facts) })
}
