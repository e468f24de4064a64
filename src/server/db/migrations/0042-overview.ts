import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const DAY_MS = 86_400_000

/**
 * Adds what the overview counts: a row of facts for each conversation that a visitor has written in, the sums of each
 * hour, and how often each source is cited a day. The server makes the facts of existing conversations while it runs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = hasRowLocks(db)
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('conversations').addColumn('asked_at', 'bigint').execute()
  let facts = db.schema
    .createTable('conversation_facts')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('conversation_id', text)
  for (const name of ['organization_id', 'agent_id', 'origin'])
    facts = facts.addColumn(name, text, (column) => column.notNull())
  facts = facts.addColumn('started_at', 'bigint', (column) => column.notNull())
  facts = facts.addColumn('is_new_visitor', 'integer', (column) => column.notNull())
  for (const name of ['answered_at', 'unknown_at', 'handed_over_at', 'human_replied_at', 'reply_ms'])
    facts = facts.addColumn(name, 'bigint')
  for (const name of ['closed_at', 'reopened_at', 'rated_at']) facts = facts.addColumn(name, 'bigint')
  await facts.addColumn('hand_over_reason', text).addColumn('rating', text).execute()
  await db.schema
    .createIndex('conversation_facts_conversation')
    .unique()
    .on('conversation_facts')
    .column('conversation_id')
    .execute()
  for (const owner of ['agent_id', 'organization_id'])
    await db.schema
      .createIndex(`conversation_facts_${owner}`)
      .on('conversation_facts')
      .columns([owner, 'started_at', 'id'])
      .execute()

  let stale = db.schema.createTable('stale_hours').addColumn('id', text, (column) => column.primaryKey().notNull())
  for (const name of ['organization_id', 'agent_id', 'origin'])
    stale = stale.addColumn(name, text, (column) => column.notNull())
  await stale.addColumn('started_at', 'bigint', (column) => column.notNull()).execute()
  await db.schema
    .createIndex('stale_hours_hour')
    .on('stale_hours')
    .columns(['organization_id', 'agent_id', 'origin', 'started_at'])
    .execute()

  let hours: CreateTableBuilder<'overview_hours', string> = db.schema.createTable('overview_hours')
  for (const name of ['organization_id', 'scope_id', 'origin'])
    hours = hours.addColumn(name, text, (column) => column.notNull())
  hours = hours.addColumn('hour', 'bigint', (column) => column.notNull())
  for (const name of COUNTED) hours = hours.addColumn(name, 'integer', (column) => column.notNull())
  await hours
    .addColumn('reply_times', text)
    .addColumn('due_at', 'bigint')
    .addPrimaryKeyConstraint('overview_hours_pk', ['scope_id', 'hour', 'origin'])
    .execute()
  await db.schema
    .createIndex('overview_hours_organization')
    .on('overview_hours')
    .columns(['organization_id', 'hour'])
    .execute()
  await db.schema
    .createIndex('overview_hours_due')
    .on('overview_hours')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()

  await db.schema
    .createTable('overview_places')
    .addColumn('organization_id', text, (column) => column.primaryKey().notNull())
    .addColumn('backfilled_to', text)
    .addColumn('summed_to', 'bigint')
    .addColumn('alignment', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('citation_days')
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('answers', 'integer', (column) => column.notNull())
    .addColumn('erased', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('citation_days_pk', ['agent_id', 'day', 'source_id', 'part'])
    .execute()
  const day = sql`cast(source_citations.created_at / ${sql.lit(DAY_MS)} as integer)`
  await sql`insert into citation_days (agent_id, day, source_id, part, answers)
    select conversations.agent_id, ${day}, source_citations.source_id, 0, count(*)
    from source_citations join conversations on conversations.id = source_citations.conversation_id
    group by conversations.agent_id, ${day}, source_citations.source_id`.execute(db)
}

const COUNTED = [
  'conversations',
  'new_visitors',
  'confirmed',
  'silent',
  'reopened',
  'asked_for_person',
  'no_answer',
  'model_failed',
  'people_only',
  'no_credits',
  'taken_over',
  'unknown',
  'good',
  'bad',
  'replied',
]
