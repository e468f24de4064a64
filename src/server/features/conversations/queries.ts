import { sql } from 'kysely'
import type { ConversationStatus, ResponseMode } from '#contract/enums.ts'
import { counterSum } from '../../db/counters.ts'
import { forUpdate } from '../../db/lock.ts'
import type { Window } from '../../db/paginate.ts'
import { type Fixed, prepared, preparedOne } from '../../db/prepared.ts'
import { rangeScan } from '../../db/range-scan.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import { insertsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insertAll: insertLabelled } = insertsOf('conversation_labels')

/** An agent's conversation that is not deleted. */
export const selectConversation = preparedOne((db, agentId: string, id: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null),
)

/**
 * Locks and reads the conversation. Every decision about it is made under this lock, or that of `lockAnyConversation`,
 * `lockVisit` or `lockAssigned`, so that decisions happen one after another.
 */
export const lockConversation = preparedOne((tx, id: string) =>
  forUpdate(tx, tx.selectFrom('conversations').selectAll().where('id', '=', id).where('deleted_at', 'is', null)),
)

/** Locks a conversation, even a deleted one, until the transaction ends, and reads it. */
export const lockAnyConversation = preparedOne((tx, id: string) =>
  forUpdate(tx, tx.selectFrom('conversations').selectAll().where('id', '=', id)),
)

/** A conversation by its id alone, for jobs. */
export const selectConversationById = preparedOne((db, id: string) =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
)

export interface ConversationFilter {
  status?: ConversationStatus | undefined
  response_mode?: ResponseMode | undefined
}

/** The ids of an agent's conversations that match a filter, sorted. */
function conversationIds(
  db: Db,
  agentId: string,
  { status, response_mode }: ConversationFilter,
  order: 'asc' | 'desc',
) {
  const { where, columns } = rangeScan(db, { agent_id: agentId, status, response_mode })
  let query = db.selectFrom('conversations').select('id').where(where).where('deleted_at', 'is', null)
  for (const column of columns) query = query.orderBy(column, order)
  return query
}

const shownColumns = [
  'id',
  'session_id',
  'origin',
  'status',
  'response_mode',
  'chat_user_id',
  'chat_user_name',
  'chat_user_email',
  'identity_verified',
  'created_at',
  'updated_at',
] as const

export type ShownConversation = Pick<Row<'conversations'>, (typeof shownColumns)[number]>

/** The newest of an agent's conversations that match a filter, for a page near the top. Each row contains the total. */
export const selectTopConversations = prepared(
  (db, agentId: string, filter: ConversationFilter, totalPattern: string, limit: Fixed, offset?: number) => {
    const page = conversationIds(db, agentId, filter, 'desc')
      .clearSelect()
      .select(shownColumns)
      .select(counterSum(db, agentId, totalPattern).as('total'))
      .limit(sql.lit(limit.value))
    return offset === undefined ? page : page.offset(offset)
  },
)

/** One page of conversations, newest first. A page far from both ends is first located in the index alone. */
export async function selectConversationPage(
  db: Db,
  agentId: string,
  filter: ConversationFilter,
  window: Window,
): Promise<ShownConversation[]> {
  const rows = await selectWindow(db, agentId, filter, window)
  return window.fromFarEnd ? rows.reverse() : rows
}

const selectWindow = prepared((db, agentId: string, filter: ConversationFilter, window: Window) => {
  const order = window.fromFarEnd ? 'asc' : 'desc'
  const ids = conversationIds(db, agentId, filter, order).limit(window.length).offset(window.offset)
  if (!window.isDeep) return ids.clearSelect().select(shownColumns)
  return db.selectFrom('conversations').select(shownColumns).where('id', 'in', ids).orderBy('id', order)
})

/** The visitor's open conversation that was made through the API; there is at most one. */
export const selectOpenConversation = preparedOne((db, agentId: string, chatUserId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('chat_user_id', '=', chatUserId)
    .where('origin', '=', 'public_api')
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null),
)

/** Locks at most `limit` of the conversations that are assigned to a member, in the order of their ids. */
export function lockAssigned(tx: Tx, organizationId: string, userId: string, limit: number) {
  const assigned = tx
    .selectFrom('conversations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('assignee_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
  return forUpdate(tx, assigned).execute()
}

/** The name of a conversation's assignee; undefined if they are no longer a member. */
export async function selectAssigneeName(db: Db, organizationId: string, userId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
  return member?.name
}

export type OwnedConversation = Awaited<ReturnType<typeof lockOwned>>[number]

/**
 * Locks those of the conversations that are the organization's, in the order of ids against deadlocks.
 * @returns the id of each whose agent is not deleted, whether that agent is disabled, and who answers there: people
 *   alone, or whose model
 */
export async function lockOwned(tx: Tx, organizationId: string, ids: readonly string[]) {
  const wanted = tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  const locked = (await forUpdate(tx, wanted).execute()).map(({ id }) => id)
  if (locked.length === 0) return []
  return tx
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select(['conversations.id', 'agents.is_disabled', 'agents.only_human', 'agents.model_account_id'])
    .where('conversations.id', 'in', locked)
    .where('agents.deleted_at', 'is', null)
    .orderBy('conversations.id')
    .execute()
}

export async function updateLabelled(
  tx: Tx,
  conversationId: string,
  changes: RowChanges<'conversation_labels'>,
): Promise<void> {
  await tx.updateTable('conversation_labels').set(changes).where('conversation_id', '=', conversationId).execute()
}

export async function deleteLabelled(tx: Tx, conversationId: string, labelIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('conversation_labels')
    .where('conversation_id', '=', conversationId)
    .where('label_id', 'in', labelIds)
    .execute()
}

const HOUR_MS = 60 * 60 * 1000

/** Websites' open conversations with the AI without news for their agents' hours, whose visitors are not unanswered. */
export const selectQuiet = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select(['conversations.id', 'conversations.updated_at'])
    .where('agents.deleted_at', 'is', null)
    .where('agents.close_quiet_hours', 'is not', null)
    .where('conversations.status', '=', 'open')
    .where('conversations.origin', '=', 'widget')
    .where('conversations.response_mode', '=', 'ai')
    .where('conversations.waiting_since', 'is', null)
    .where('conversations.deleted_at', 'is', null)
    .where(
      'conversations.updated_at',
      '<',
      sql<number>`cast(${now} as bigint) - agents.close_quiet_hours * cast(${HOUR_MS} as bigint)`,
    )
    .limit(limit)
    .execute()
