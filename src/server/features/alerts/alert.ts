import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { alertMailJob, waitJob } from './jobs.ts'
import { selectAdmins } from './queries.ts'

const FIRST_LOOK_SECONDS = 60 // from the beginning of a wait; nobody is mailed about it earlier

/** Queues the first look at a wait that has just begun, to mail members about it later, if this server sends mail. */
export async function alertOfWait(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'> | null,
  { id, waiting_since: since }: Row<'conversations'>,
): Promise<void> {
  if (!deps.mail || since === null || since === before?.waiting_since) return
  await deps.jobs.send(tx, waitJob, { conversationId: id, since, step: 0 }, { delaySeconds: FIRST_LOOK_SECONDS })
}

/** Queues mails to the members whom a note mentions, except its author, if this server sends mail. */
export async function alertOfMentions(
  deps: Dependencies,
  tx: Tx,
  note: Pick<Row<'thread_entries'>, 'id' | 'author_id'>,
  mentions: readonly string[],
): Promise<void> {
  if (!deps.mail) return
  for (const userId of mentions)
    if (userId !== note.author_id) await deps.jobs.send(tx, alertMailJob, { kind: 'mention', noteId: note.id, userId })
}

/** Queues mails to owners and admins about checks that fail and passed before, if this server sends mail. */
export async function alertOfBrokenChecks(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  runId: string,
): Promise<void> {
  if (!deps.mail) return
  for (const userId of await selectAdmins(tx, organizationId))
    await deps.jobs.send(tx, alertMailJob, { kind: 'checks', runId, userId })
}
