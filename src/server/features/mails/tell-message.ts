import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'

/** Tells the team that the mail of a message is not where it was. */
export const tellMessage = (
  deps: Dependencies,
  tx: Tx,
  { id, agent_id, organization_id }: Pick<Row<'conversations'>, 'id' | 'agent_id' | 'organization_id'>,
  mail: Pick<Row<'mails'>, 'message_id'>,
): Promise<void> =>
  emit(deps, tx, organization_id, {
    type: 'message.updated',
    ...{ agent_id, conversation_id: id, message_id: mail.message_id! },
  })
