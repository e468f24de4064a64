import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db } from '../../db/tables.ts'

/** `selectAnyMailbox` and `lockMailbox` find deleted ones, too. */
export const {
  select: selectAnyMailbox,
  insert: insertMailbox,
  change: changeMailbox,
  lock: lockMailbox,
} = rowsOf('mailboxes')

/** A mailbox of an organization that is not deleted. */
export const selectMailbox = preparedOne((db, organizationId: string, id: string) =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null),
)

/** The mailbox whose mail is posted to the address with a token, by the token's hash. */
export const selectMailboxByToken = preparedOne((db, hash: string) =>
  db.selectFrom('mailboxes').selectAll().where('inbound_token_hash', '=', hash).where('deleted_at', 'is', null),
)

/** The mailboxes of an organization, oldest first; never more than `limits.mailboxes`. */
export const selectMailboxes = (db: Db, organizationId: string): Promise<Row<'mailboxes'>[]> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The mailboxes of an agent. */
export const selectMailboxesOfAgent = (db: Db, agentId: string): Promise<Row<'mailboxes'>[]> =>
  db.selectFrom('mailboxes').selectAll().where('agent_id', '=', agentId).where('deleted_at', 'is', null).execute()
