import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tablesOfConversation } from '../../db/kept-of-visitors.ts'
import { forUpdate } from '../../db/lock.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { columnsOf, type VisitorMatch } from './match.ts'

export const { select: selectJob, insert: insertJob, remove: deleteJob } = rowsOf('visitor_jobs')

const inOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('agents').select('id').where('organization_id', '=', organizationId)

/**
 * The visitors with an id, or without one those with an e-mail address, with the number of their matching
 * conversations, deleted ones included. The address may also have been filled into a form: the messages with an action
 * are read for that, and no others.
 */
export async function selectVisitors(
  db: Db,
  organizationId: string,
  { chat_user_id, email = '' }: { chat_user_id?: string | undefined; email?: string | undefined },
) {
  let query = db
    .selectFrom('conversations')
    .select(['agent_id', 'chat_user_id', 'identity_verified'])
    .select((all) => all.fn.countAll<number>().as('conversations'))
    .groupBy(['agent_id', 'chat_user_id', 'identity_verified'])
    .orderBy('agent_id')
    .orderBy('chat_user_id')
    .orderBy('identity_verified')
  query =
    chat_user_id !== undefined
      ? query.where('agent_id', 'in', inOrganization(db, organizationId)).where('chat_user_id', '=', chat_user_id)
      : query.where('organization_id', '=', organizationId).where('id', 'in', naming(db, organizationId, email))
  return query.execute()
}

/** The organization's conversations whose visitor has the address, and any organization's with it in a form. */
const naming = (db: Db, organizationId: string, email: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('chat_user_email', 'is not', null) // the condition of the partial index on addresses
    .where(hasEmail('chat_user_email', email))
    .unionAll(filledIn(db, email))

/**
 * Conversations with a form into which an address was filled: after `"result":`, as the form's own words precede it.
 */
function filledIn(db: Db, email: string) {
  const value = literally(JSON.stringify(email.toLowerCase()))
  return db
    .selectFrom('messages')
    .select('conversation_id as id')
    .where('action', 'is not', null)
    .where(sql<SqlBool>`${folded('action', email)} like ${`%"result":%:${value}%`} escape '!'`)
}

const hasEmail = (column: string, email: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${folded(column, email)} = ${email.toLowerCase()}`

/** A column in lower case, as far as `text` needs it: SQLite's `lower` changes ASCII letters only. */
const folded = (column: string, text: string): RawBuilder<string> =>
  [...new Set(text.toLowerCase())]
    .filter((letter) => letter > '\u007f' && letter.toUpperCase() !== letter)
    .reduce(
      (known, letter) => sql<string>`replace(${known}, ${letter.toUpperCase()}, ${letter})`,
      sql<string>`lower(${sql.ref(column)})`,
    )

/** A text with the wildcards of `like` escaped by `!`, for a pattern. */
const literally = (text: string): string => text.replace(/[!%_]/g, '!$&')

export async function countAgents(db: Db, organizationId: string, ids: readonly string[]): Promise<number> {
  return (await inOrganization(db, organizationId).where('id', 'in', ids).execute()).length
}

/** The visitors of websites with an id, or without one those with an address, also if they have written nothing. */
export function selectWebsiteVisitors(
  db: Db,
  organizationId: string,
  { chat_user_id, email }: { chat_user_id?: string | undefined; email?: string | undefined },
) {
  const query = db
    .selectFrom('visitors')
    .select(['agent_id', 'chat_user_id', 'identity_verified'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
  return chat_user_id !== undefined
    ? query
        .where('agent_id', 'in', inOrganization(db, organizationId))
        .where('chat_user_id', '=', chat_user_id)
        .execute()
    : query.where(hasEmail('email', email ?? '')).execute()
}

/** The record of a visitor of a website; undefined for one of another channel. */
export function selectWebsiteVisitor(db: Db, match: VisitorMatch): Promise<Row<'visitors'> | undefined> {
  return db
    .selectFrom('visitors')
    .selectAll()
    .where((row) => row.and(columnsOf(match)))
    .executeTakeFirst()
}

/** Locks the record of the website's visitor whose conversation this is. @returns its id; undefined if there is none */
export async function lockWebsiteVisitorOf(tx: Tx, conversationId: string): Promise<string | undefined> {
  const query = tx
    .selectFrom('visitors')
    .select('id')
    .where('id', '=', (row) => row.selectFrom('conversations').select('visitor_id').where('id', '=', conversationId))
  return (await forUpdate(tx, query).executeTakeFirst())?.id
}

/** All visitors of all organizations who have conversations, deleted ones included, or a record as a website's visitor. */
export async function selectEverybody(db: Db) {
  const columns = ['organization_id', 'agent_id', 'chat_user_id', 'identity_verified'] as const
  const writing = db.selectFrom('conversations').select(columns)
  return writing.union(db.selectFrom('visitors').select(columns)).execute()
}

/** The sources that an agent was taught from any conversation or gap, one row for each version that was taught. */
export function selectTaught(db: Db, agentId: string) {
  return db
    .selectFrom('sources')
    .innerJoin('source_versions', 'source_versions.source_id', 'sources.id')
    .select(['sources.id', 'sources.title', 'source_versions.taught'])
    .where('sources.agent_id', '=', agentId)
    .where('sources.type', '=', 'qa')
    .where('source_versions.taught', 'is not', null)
    .orderBy('sources.id')
    .execute()
}

/** The ids of a visitor's conversations, and of the gaps that their questions are in. */
export async function selectPlacesOf(db: Db, match: VisitorMatch): Promise<Set<string>> {
  const conversations = db
    .selectFrom('conversations')
    .select('id')
    .where((row) => row.and(columnsOf(match)))
  const gaps = db.selectFrom('gap_messages').select('gap_id as id').where('conversation_id', 'in', conversations)
  return new Set([...(await conversations.execute()), ...(await gaps.execute())].map(({ id }) => id))
}

/** Some of a visitor's conversations after an id, deleted ones included, oldest first. */
export function selectConversationsOf(db: Db, match: VisitorMatch, after: string, limit: number) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where((row) => row.and(columnsOf(match)))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Some of the conversations that are closed or deleted, and have been neither changed nor deleted since a time. */
export function selectClosedBefore(db: Db, organizationId: string, time: number, limit: number) {
  return db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('updated_at', '<', time)
    .where((row) => row.or([row('status', '=', 'closed'), row('deleted_at', 'is not', null)]))
    .where((row) => row.or([row('deleted_at', 'is', null), row('deleted_at', '<', time)]))
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Some of the conversations that are not deleted, open ones too, whose agent was deleted before a time. */
export function selectLeftBefore(db: Db, organizationId: string, time: number, limit: number) {
  return db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', 'in', inOrganization(db, organizationId).where('deleted_at', '<', time))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function selectMessagesOf(db: Db, conversationId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'action', 'created_at', 'deleted_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
}

/** The mails of a conversation, in both directions, oldest first. */
export const selectMailsOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('mails')
    .select(['message_id', 'internet_id', 'addresses', 'subject', 'whole_text', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute()

/** The names, types and sizes of the files of a conversation, in order. */
export const selectFilesOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('attachments')
    .select(['message_id', 'name', 'type', 'size'])
    .where('conversation_id', '=', conversationId)
    .orderBy('message_id')
    .orderBy('position')
    .execute()

/** The mails of members in a conversation that have not left yet, in the order in which they will. */
export const selectPendingOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('pending_mails')
    .select(['id', 'content', 'addresses', 'subject', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('sends_at')
    .orderBy('id')
    .execute()

/**
 * Deletes the checks, with their results, whose question is a visitor's message, what was searched for to answer one,
 * or what a gap says that one asks, word for word.
 * @returns their ids
 */
export async function deleteChecksCopying(tx: Tx, match: VisitorMatch): Promise<string[]> {
  const asked = tx
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .where((row) => row.and(columnsOf(match)))
  const words = asked.select('messages.content as question').where('messages.role', '=', 'visitor')
  // A check made from a follow-up question asks the search query, which also has the words the question refers to.
  const together = asked
    .innerJoin('receipts', 'receipts.message_id', 'messages.id')
    .select('receipts.search_query as question')
    .where('receipts.search_query', 'is not', null)
    .$narrowType<{ question: string }>()
  const conversations = tx
    .selectFrom('conversations')
    .select('id')
    .where((row) => row.and(columnsOf(match)))
  const inGaps = tx
    .selectFrom('gap_messages')
    .select('question')
    .where('conversation_id', 'in', conversations)
    .where('question', 'is not', null)
    .$narrowType<{ question: string }>()
  const checks = tx.deleteFrom('checks').where('agent_id', '=', match.agent_id)
  const copied = words.unionAll(together).unionAll(inGaps)
  const deleted = await checks.where('question', 'in', copied).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Deletes a conversation, with the rows that belong to it (see kept-of-visitors.ts for those that others delete). */
export async function deleteConversationRows(tx: Tx, id: string): Promise<void> {
  for (const table of ['receipts', 'visitor_messages'] as const)
    await tx
      .deleteFrom(table)
      .where('message_id', 'in', tx.selectFrom('messages').select('id').where('conversation_id', '=', id))
      .execute()
  for (const table of tablesOfConversation)
    await sql`delete from ${sql.table(table)} where conversation_id = ${id}`.execute(tx)
  await tx.deleteFrom('conversations').where('id', '=', id).execute()
}

/** Replaces the id of an erased visitor in the audit log. */
export async function hashInAuditLog(tx: Tx, organizationId: string, chatUserId: string, hash: string): Promise<void> {
  await tx
    .updateTable('audit_entries')
    .set({ target_id: hash })
    .where('organization_id', '=', organizationId)
    .where('target_type', '=', 'visitor')
    .where('target_id', '=', chatUserId)
    .execute()
}

export function selectExports(db: Db, organizationId: string): Promise<Row<'visitor_jobs'>[]> {
  return db
    .selectFrom('visitor_jobs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'export')
    .execute()
}

/** @returns whether the job was still there */
export async function changeJob(tx: Tx, id: string, changes: RowChanges<'visitor_jobs'>): Promise<boolean> {
  const result = await tx.updateTable('visitor_jobs').set(changes).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes the oldest jobs, except pending ones. */
export function deleteJobsBefore(tx: Tx, time: number, limit: number) {
  const oldest = tx
    .selectFrom('visitor_jobs')
    .select('id')
    .where('created_at', '<', time)
    .where('status', '!=', 'pending')
    .orderBy('created_at')
    .limit(limit)
  return tx.deleteFrom('visitor_jobs').where('id', 'in', oldest).returning(['id', 'kind']).execute()
}

/** The organizations that keep closed conversations for a time only. */
export function selectRetaining(db: Db): Promise<Row<'organizations'>[]> {
  return db.selectFrom('organizations').selectAll().where('retention_days', 'is not', null).execute()
}

/** Notes that the nightly erasure is queued. @returns false if another process was first */
export async function markRetention(tx: Tx, { id, retention_ran_at }: Row<'organizations'>, now: number) {
  const query = tx.updateTable('organizations').set({ retention_ran_at: now }).where('id', '=', id)
  const result = await query
    .where('retention_ran_at', retention_ran_at === null ? 'is' : '=', retention_ran_at)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function selectRetention(db: Db, id: string) {
  return db.selectFrom('organizations').select('retention_days').where('id', '=', id).executeTakeFirst()
}
