import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { notifyAdmins, selectAdmins } from '../notifications/index.ts'
import { alertMailJob, waitJob } from './jobs.ts'

const FIRST_LOOK_SECONDS = 60 // from the beginning of a wait; nobody is told about it earlier

/** Queues the first look at a wait that has just begun, to tell members about it. */
export async function alertOfWait(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'> | null,
  { id, waiting_since: since }: Row<'conversations'>,
): Promise<void> {
  if (since === null || since === before?.waiting_since) return
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

/** Tells owners and admins about checks that fail and passed before; by mail too, if this server sends mail. */
export async function alertOfBrokenChecks(
  deps: Dependencies,
  tx: Tx,
  { id: agent_id, organization_id }: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  { runId, broke }: { runId: string; broke: number },
): Promise<void> {
  await notifyAdmins(deps, tx, { kind: 'check_broke', organization_id, agent_id, subjectId: runId, count: broke })
  if (!deps.mail) return
  for (const userId of await selectAdmins(tx, organization_id))
    await deps.jobs.send(tx, alertMailJob, { kind: 'checks', runId, userId })
}
