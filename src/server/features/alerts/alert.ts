import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { notifyAdmins, notifyOfWait, selectAdmins } from '../notifications/index.ts'
import { isLeft, isThere } from './due.ts'
import { alertMailJob, waitJob } from './jobs.ts'
import { selectCandidates, selectMailedWait, selectWaiting } from './queries.ts'

const FIRST_LOOK_SECONDS = 60 // from the beginning of a wait; nobody is told about it earlier

interface Changed {
  before: Row<'conversations'> | null
  after: Row<'conversations'>
  entries: readonly Row<'thread_entries'>[]
}

/**
 * Queues the first look at a wait that has just begun, to tell members about it. Once that look is over, members are
 * told at once when the conversation is nobody's again: when it is assigned to nobody any more, or its snooze ends.
 */
export async function alertOfWait(deps: Dependencies, tx: Tx, { before, after, entries }: Changed): Promise<void> {
  const { id, organization_id, waiting_since: since } = after
  if (since === null) return
  if (since !== before?.waiting_since) {
    await deps.jobs.send(tx, waitJob, { conversationId: id, since, step: 0 }, { delaySeconds: FIRST_LOOK_SECONDS })
    return
  }
  if (!before || isNobodys(before) || !isNobodys(after)) return
  if ((await selectMailedWait(tx, id))?.waiting_since !== since) return
  const waiting = await selectWaiting(tx, id, since)
  if (!waiting || isLeft(waiting)) return
  const members = (await selectCandidates(tx, organization_id)).filter(isThere).map(({ user_id }) => user_id)
  const actors = entries.flatMap(({ author_type, author_id }) => (author_type === 'member' ? author_id : []))
  await notifyOfWait(
    deps,
    tx,
    waiting,
    members.filter((userId) => !actors.includes(userId)),
  )
}

/** Whether nobody in particular has a conversation, and it is not snoozed. */
const isNobodys = ({ assignee_id, snoozed_until }: Row<'conversations'>): boolean =>
  assignee_id === null && snoozed_until === null

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
