import type { NotificationKind } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { newsMailJob } from './jobs.ts'
import type { Recipient } from './queries.ts'
import type { wishesOf } from './wishes.ts'

const SEEN_WITHIN_SECONDS = 60 // what a member has seen by then is not mailed

/** Kinds whose mails are written elsewhere, with more to say (`features/alerts`). */
const MAILED_ELSEWHERE: readonly NotificationKind[] = ['mention', 'waiting', 'check_broke']

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
