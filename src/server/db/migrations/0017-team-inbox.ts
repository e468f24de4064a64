import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Lets conversations be assigned, labelled and snoozed. A conversation's labels are in its own row; the table
 * `conversation_labels` repeats them for lists of the conversations with one label, together with the columns by which
 * these lists are filtered and sorted.
 *
 * The inbox's views of open, unassigned, own and snoozed conversations have an index for each of their orders.
 * Conversations that the AI answers are in none of these indexes unless they are assigned or snoozed, so that they are
 * written as fast as before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  const conversations = () => db.schema.alterTable('conversations')
  await conversations().addColumn('assignee_id', text).execute()
  await conversations().addColumn('snoozed_until', 'bigint').execute()
  await conversations()
    .addColumn('label_ids', text, (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .createTable('conversation_labels')
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('label_id', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_labels_key', ['conversation_id', 'label_id'])
    .execute()
  await db.schema
    .createIndex('conversation_labels_list')
    .on('conversation_labels')
    .columns(['label_id', 'status', 'updated_at', 'conversation_id'])
    .execute()

  // Conversations whose visitors wait come first, the longest wait at the top; then the others, the latest at the top.
  const waitingOrder = sql`coalesce(waiting_since, 8640000000000000 - updated_at)`
  const withPeople = sql`status = 'open' and response_mode = 'human' and snoozed_until is null and deleted_at is null`
  const unassigned = sql`status = 'open' and waiting_since is not null and assignee_id is null
    and snoozed_until is null and deleted_at is null`
  const assigned = sql`assignee_id is not null and deleted_at is null`
  const assignedAwake = sql`assignee_id is not null and status = 'open' and snoozed_until is null and deleted_at is null`
  const snoozed = sql`snoozed_until is not null and deleted_at is null`
  const index = (name: string, columns: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    sql`create index ${sql.id(`inbox_${name}`)} on conversations (${columns}) where ${where}`.execute(db)
  await index('open', sql`organization_id, updated_at, id, agent_id`, withPeople)
  await index('open_waiting', sql`organization_id, (${waitingOrder}), id`, withPeople)
  await index('unassigned', sql`organization_id, updated_at, id, agent_id`, unassigned)
  await index('unassigned_waiting', sql`organization_id, (${waitingOrder}), id`, unassigned)
  await index('assigned', sql`organization_id, assignee_id, status, updated_at, id`, assigned)
  await index('assigned_waiting', sql`organization_id, assignee_id, (${waitingOrder}), id, agent_id`, assignedAwake)
  await index('snoozed', sql`organization_id, updated_at, id, agent_id`, snoozed)
}
