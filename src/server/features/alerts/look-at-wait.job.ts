import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { handler } from '../../jobs/handler.ts'
import { notifyOfWait } from '../notifications/index.ts'
import { workingHoursOf } from '../organizations/index.ts'
import { type Candidate, due, isLeft, isThere } from './due.ts'
import { alertMailJob, type WaitPayload, waitJob } from './jobs.ts'
import { deleteMailedWait, selectCandidates, selectMailedWait, selectWaiting, upsertMailedWait } from './queries.ts'

/** The first look tells who is available in the dashboard, if nobody has the conversation. One transaction stores who is mailed and queues all jobs, so that nobody is mailed twice if the process dies. */
export const waitHandler = handler(waitJob, (deps) => ({
  run: (payload) => deps.database.transaction((tx) => look(deps, tx, payload)),
}))

const userIdOf = ({ user_id }: Candidate): string => user_id

async function look(deps: Dependencies, tx: Tx, { conversationId, since, step }: WaitPayload): Promise<void> {
  await lockRow(tx, 'conversations', conversationId)
  const waiting = await selectWaiting(tx, conversationId, since)
  if (!waiting) return deleteMailedWait(tx, conversationId, since)
  const stored = await selectMailedWait(tx, conversationId)
  const known = stored?.waiting_since === since ? stored : undefined
  // An earlier attempt of this job has done this step, but its process died before the queue recorded that.
  if ((known?.step ?? 0) !== step) return
  const told = known ? (JSON.parse(known.user_ids) as string[]) : []
  const members = await selectCandidates(tx, waiting.organization_id)
  // A conversation whose assignee is no longer a member counts as unassigned.
  const assignee = members.filter(({ user_id }) => user_id === waiting.assignee_id)
  const candidates = (assignee.length > 0 ? assignee : members).filter(({ user_id }) => !told.includes(user_id))
  const now = deps.now()
  const mayTell = !isLeft(waiting)
  if (mayTell && step === 0 && assignee.length === 0 && waiting.snoozed_until === null)
    await notifyOfWait(deps, tx, { ...waiting, id: conversationId }, members.filter(isThere).map(userIdOf))
  const mailed = deps.mail && mayTell ? candidates : []
  const { mail, nextAt } = due(mailed, {
    since,
    now,
    hours: workingHoursOf(waiting),
    zone: waiting.time_zone,
    snoozedUntil: waiting.snoozed_until,
  })
  const user_ids = JSON.stringify([...told, ...mail])
  await upsertMailedWait(tx, { conversation_id: conversationId, waiting_since: since, step: step + 1, user_ids })
  for (const userId of mail) await deps.jobs.send(tx, alertMailJob, { kind: 'wait', conversationId, since, userId })
  if (nextAt === null || !deps.mail) return
  const delaySeconds = Math.max(1, Math.ceil((nextAt - now) / 1000))
  await deps.jobs.send(tx, waitJob, { conversationId, since, step: step + 1 }, { delaySeconds })
}
