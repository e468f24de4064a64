import { forUpdate } from '../../db/lock.ts'
import { preparedOne } from '../../db/prepared.ts'
import type { NewRow } from '../../db/rows.ts'
import { insertsOf, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { forgetUnusedOf } from '../attachments/index.ts'

export const { insert: insertSentMessage } = insertsOf('visitor_messages')
export const { insert: insertVisitorSession } = insertsOf('visitor_sessions')
export const { insert: insertVisitor, change: changeVisitor } = rowsOf('visitors')

/** A visitor's session that has not ended, with the visitor's agent, which may have been deleted. */
export const selectVisitorSession = preparedOne((db, tokenHash: string, now: number) =>
  db
    .selectFrom('visitor_sessions')
    .innerJoin('visitors', 'visitors.id', 'visitor_sessions.visitor_id')
    .innerJoin('agents', 'agents.id', 'visitors.agent_id')
    .selectAll('visitor_sessions')
    .select(['visitors.agent_id', 'visitors.identity_verified'])
    .select(['agents.organization_id', 'agents.identity_mode', 'agents.deleted_at as agent_deleted_at'])
    .where('visitor_sessions.token_hash', '=', tokenHash)
    .where('visitor_sessions.expires_at', '>', now),
)

/** Locks the visitor until the transaction ends, so that what they send happens one after another. */
export const lockVisitor = preparedOne((tx, id: string) =>
  forUpdate(tx, tx.selectFrom('visitors').selectAll().where('id', '=', id)),
)

/** The visitor who has proved to be a person, locked, so that nobody deletes them as idle before their visit. */
export const lockVerifiedVisitor = preparedOne((tx, agentId: string, chatUserId: string) =>
  forUpdate(
    tx,
    tx
      .selectFrom('visitors')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('identity_verified', '=', 1)
      .where('chat_user_id', '=', chatUserId),
  ),
)

/** The visitor of a conversation. */
export const selectVisitorOf = preparedOne((db, conversationId: string) =>
  db
    .selectFrom('visitors')
    .innerJoin('conversations', 'conversations.visitor_id', 'visitors.id')
    .selectAll('visitors')
    .where('conversations.id', '=', conversationId)
    .where('conversations.deleted_at', 'is', null),
)

export async function deleteVisitors(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await forgetUnusedOf(tx, ids)
  await tx.deleteFrom('visitor_messages').where('visitor_id', 'in', ids).execute()
  await tx.deleteFrom('visitor_sessions').where('visitor_id', 'in', ids).execute()
  await tx.deleteFrom('visitors').where('id', 'in', ids).execute()
}

/** Deletes those of some visitors who have neither a token nor a conversation any more. */
export async function deleteIdleVisitors(tx: Tx, ids: readonly string[]): Promise<void> {
  // They are locked first, so that the second query sees a visit or a conversation that was about to begin.
  await forUpdate(tx, tx.selectFrom('visitors').select('id').where('id', 'in', ids).orderBy('id')).execute()
  const idle = await tx
    .selectFrom('visitors')
    .select('id')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('visitor_sessions').select('token_hash').whereRef('visitor_id', '=', 'visitors.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('conversations').select('conversations.id').whereRef('visitor_id', '=', 'visitors.id'))),
    )
    .execute()
  await deleteVisitors(
    tx,
    idle.map(({ id }) => id),
  )
}

export async function extendVisitorSession(tx: Tx, tokenHash: string, expiresAt: number): Promise<void> {
  await tx
    .updateTable('visitor_sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '<', expiresAt)
    .where('conversation_id', 'is', null) // what a mail's link has opened ends with the link
    .execute()
}

export async function deleteVisitorSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('visitor_sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf(tx: Tx, visitorId: string): Promise<void> {
  await tx.deleteFrom('visitor_sessions').where('visitor_id', '=', visitorId).execute()
}

/** Deletes some of the tokens that ended before a time. @returns the id of the visitor of each */
export async function deleteEndedVisits(tx: Tx, before: number, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('visitor_sessions')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('visitor_sessions')
        .select('token_hash')
        .where('expires_at', '<=', before)
        .orderBy('expires_at')
        .limit(limit),
    )
    .where('expires_at', '<=', before) // it may have been extended meanwhile
    .returning('visitor_id')
    .execute()
  return rows.map(({ visitor_id }) => visitor_id)
}

/** A message that the visitor's browser has sent before, by the id that the browser gave it. */
export const selectSentMessage = preparedOne((db, visitorId: string, clientId: string) =>
  db.selectFrom('visitor_messages').selectAll().where('visitor_id', '=', visitorId).where('client_id', '=', clientId),
)

/** Hands over an unknown visitor's records of messages to a known one, except those whose `client_id` both used. */
export async function moveSentMessages(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('visitor_messages')
    .set({ visitor_id: to })
    .where('visitor_id', '=', from)
    .where('client_id', 'not in', (query) =>
      query.selectFrom('visitor_messages as own').select('own.client_id').where('own.visitor_id', '=', to),
    )
    .execute()
}

export async function putRating(tx: Tx, row: NewRow<'ratings'>): Promise<void> {
  await tx
    .insertInto('ratings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'message_id'])
        .doUpdateSet({ score: row.score, comment: row.comment, created_at: row.created_at }),
    )
    .execute()
}

/** When an agent's chat was last requested by a page of an origin, and whether that was allowed. */
export const selectSighting = preparedOne((db, agentId: string, origin: string) =>
  db.selectFrom('widget_sightings').selectAll().where('agent_id', '=', agentId).where('origin', '=', origin),
)

export async function putSighting(tx: Tx, row: NewRow<'widget_sightings'>): Promise<void> {
  await tx
    .insertInto('widget_sightings')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'origin']).doUpdateSet({ is_allowed: row.is_allowed, seen_at: row.seen_at }),
    )
    .execute()
}

/** The origins from whose pages an agent's chat was asked for, either allowed or refused ones, newest first. */
export function selectSightings(db: Db, agentId: string, isAllowed: 0 | 1, limit: number) {
  return db
    .selectFrom('widget_sightings')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('is_allowed', '=', isAllowed)
    .orderBy('seen_at', 'desc')
    .orderBy('origin')
    .limit(limit)
    .execute()
}

export async function deleteSightingsBefore(tx: Tx, agentId: string, isAllowed: 0 | 1, seenAt: number): Promise<void> {
  await tx
    .deleteFrom('widget_sightings')
    .where('agent_id', '=', agentId)
    .where('is_allowed', '=', isAllowed)
    .where('seen_at', '<', seenAt)
    .execute()
}
