import type { NotificationKind } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isHeldBack, type wishesOf } from '../organizations/index.ts'
import { newsMailJob, pushJob } from './jobs.ts'
import type { Recipient } from './queries.ts'
import { selectSubscriptionsOf } from './subscription-queries.ts'
import { pushSubject } from './vapid.ts'

const SEEN_WITHIN_SECONDS = 60 // what a member has seen by then is not mailed

/** Kinds whose mails are written elsewhere, with more to say (`features/alerts`, `features/system`). */
const MAILED_ELSEWHERE: readonly NotificationKind[] = ['mention', 'waiting', 'check_broke', 'alarm']

export interface ToldMember {
  row: Row<'notifications'>
  member: Recipient & { wishes: ReturnType<typeof wishesOf> }
  /** Whether nothing was gathered: the member has not been told of the same before. */
  isFirst: boolean
}

/** Queues a mail to each who wants one of this kind, once for what is gathered, if this server sends mail. */
export async function queueMails(deps: Dependencies, tx: Tx, told: readonly ToldMember[]): Promise<void> {
  if (!deps.mail) return
  for (const { row, member, isFirst } of told) {
    const { id: notificationId, user_id: userId, kind, conversation_id: conversationId } = row
    if (!isFirst || MAILED_ELSEWHERE.includes(kind) || !member.wishes.kinds[kind].mail) continue
    const payload = { notificationId, userId, kind, conversationId }
    await deps.jobs.send(tx, newsMailJob, payload, { delaySeconds: SEEN_WITHIN_SECONDS })
  }
}

/** Queues a message to each browser of those who want one of this kind pushed now, if this server pushes any. */
export async function queuePushes(deps: Dependencies, tx: Tx, told: readonly ToldMember[]): Promise<void> {
  const wanting = told.filter(
    ({ row, member }) => member.wishes.kinds[row.kind].push && !isHeldBack(member.wishes, member, deps.now()),
  )
  if (wanting.length === 0 || pushSubject(deps.config) === undefined) return
  const userIds = wanting.map(({ row }) => row.user_id)
  for (const { id: subscriptionId, user_id } of await selectSubscriptionsOf(
    tx,
    wanting[0]!.row.organization_id,
    userIds,
  )) {
    const { id: notificationId } = wanting.find(({ row }) => row.user_id === user_id)!.row
    await deps.jobs.send(tx, pushJob, { notificationId, subscriptionId })
  }
}
