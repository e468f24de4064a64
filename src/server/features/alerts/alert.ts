import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { alertMailJob, waitJob } from './jobs.ts'
import { selectAdmins } from './queries.ts'

const FIRST_LOOK_SECONDS = 60 // nobody is mailed earlier

/** Sees to it that members are mailed of a wait that has just begun, where this server sends mail. */
export async function alertOfWait(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'> | null,
  { id, waiting_since: since }: Row<'conversations'>,
): Promise<void> {
  if (!deps.mail || since === null || since === before?.waiting_since) return
  await deps.jobs.send(tx, waitJob, { conversationId: id, since, step: 0 }, { delaySeconds: FIRST_LOOK_SECONDS })
}

/** Mails members whom a note mentions, but not its author. */
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

/** Mails the owners and admins of checks that have passed and fail now. */
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
