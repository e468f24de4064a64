import type { NotificationKind } from '#contract/enums.ts'
import type { FailingAccount } from '#contract/notification-words.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { wishesOf } from '../organizations/index.ts'
import { deleteNotifications, holdMembersAmong, insertNotifications, selectAdmins, selectGathering } from './queries.ts'
import { queueMails, queuePushes } from './queue.ts'

const GATHERED_MS = 10 * 60_000

export interface News {
  kind: NotificationKind
  organization_id: string
  /** Null if it tells of the server. */
  agent_id: string | null
  /** The id of the note, message, check run, plan, mailbox or model account; null where the conversation has nothing to show. */
  subjectId: string | null
  conversationId?: string
  /** Of `account_failing`: what fails; a webhook endpoint if it is absent. */
  account?: FailingAccount
  /** The user who did it, who is not told; null if that was no member. */
  actorId?: string | null
  /** How many things it tells of, if not one. */
  count?: number
  /** What else is to be said, in words that no visitor wrote. */
  detail?: string | null
}

/**
 * Tells members of the organization in the caller's transaction, which has locked the conversation if there is one.
 * What is unread and tells of the same within ten minutes becomes one notification, with a new id: so it is the newest.
 * @param to user ids; those who are no members, and who did it themselves, are left out
 */
export async function notify(deps: Dependencies, tx: Tx, news: News, to: readonly string[]): Promise<void> {
  const { kind, organization_id, agent_id, conversationId, actorId = null, subjectId, count = 1, detail = null } = news
  const wanted = to.filter((id) => id !== actorId)
  const held = wanted.length === 0 ? [] : await holdMembersAmong(tx, organization_id, wanted)
  const members = held
    .map((member) => ({ ...member, wishes: wishesOf(member) }))
    .filter(({ wishes }) => Object.values(wishes.kinds[kind]).some(Boolean))
  if (members.length === 0) return
  const now = deps.now()
  const earlier = conversationId
    ? await selectGathering(
        tx,
        { conversationId, kind, since: now - GATHERED_MS },
        members.map(({ user_id }) => user_id),
      )
    : []
  await deleteNotifications(
    tx,
    earlier.map(({ id }) => id),
  )
  const told = members.map((member) => {
    const { user_id, wishes } = member
    const same = earlier.filter((row) => row.user_id === user_id)
    const subjects = [...same.flatMap(subjectsOf), ...(subjectId === null ? [] : [subjectId])]
    const row: Row<'notifications'> = {
      id: newId(),
      ...{ organization_id, user_id, kind, agent_id, actor_id: actorId, conversation_id: conversationId ?? null },
      subject_ids: JSON.stringify(subjects),
      count: same.reduce((sum, { count }) => sum + count, count),
      created_at: now,
      read_at: null,
      is_listed: wishes.kinds[kind].list ? 1 : 0,
      detail,
    }
    return { row, member, isFirst: same.length === 0 }
  })
  await insertNotifications(
    tx,
    told.map(({ row }) => row),
  )
  for (const { row } of told) {
    const { id, count, actor_id, conversation_id } = row
    const ofAccount = news.account && subjectId !== null && { [`${news.account}_id`]: subjectId }
    await emit(deps, tx, organization_id, {
      type: 'notification.updated',
      user_id: row.user_id,
      news: { id, kind, count, actor_id, agent_id, conversation_id, ...ofAccount },
    })
  }
  await queueMails(deps, tx, told)
  await queuePushes(deps, tx, told)
}

/** Tells owners and admins of a trouble. */
export async function notifyAdmins(deps: Dependencies, tx: Tx, news: News): Promise<void> {
  await notify(deps, tx, news, await selectAdmins(tx, news.organization_id))
}

export const subjectsOf = ({ subject_ids }: Pick<Row<'notifications'>, 'subject_ids'>): string[] =>
  JSON.parse(subject_ids)

/** Emits an event for each of the members alone, as their list has changed. */
export async function tellOfNews(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  userIds: Iterable<string>,
): Promise<void> {
  for (const user_id of new Set(userIds))
    await emit(deps, tx, organizationId, { type: 'notification.updated', user_id })
}
