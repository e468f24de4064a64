import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const live = sql<boolean>`deleted_at is null`

/**
 * Creates the first schema, which is nearly alike on both databases. Ids are UUID v7 texts, times integers in
 * milliseconds, flags 0 or 1.
 */
export async function up(db: Kysely<never>): Promise<void> {
  type Table = CreateTableBuilder<string, string>
  /** A function that adds columns or a key to a table. */
  type Part = (table: Table) => Table
  const create = (name: string, ...parts: Part[]) =>
    parts.reduce((table, add) => add(table), db.schema.createTable(name) as Table).execute()
  const index = (table: string, columns: string[], unique = false) => {
    const builder = db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
    return (unique ? builder.unique() : builder).execute()
  }
  const columns =
    (type: 'text' | 'bigint', isRequired: boolean) =>
    (...names: string[]): Part =>
    (table) =>
      names.reduce((built, name) => built.addColumn(name, type, (c) => (isRequired ? c.notNull() : c)), table)
  const text = columns('text', true)
  const optionalText = columns('text', false)
  const integer = columns('bigint', true)
  const optionalInteger = columns('bigint', false)
  const id: Part = (table) => table.addColumn('id', 'text', (column) => column.primaryKey())
  const reference =
    (name: string, target: string): Part =>
    (table) =>
      table.addColumn(name, 'text', (column) => column.notNull().references(`${target}.id`).onDelete('cascade'))

  await create('users', id, text('email', 'name', 'password_hash'), integer('created_at'))
  await index('users', ['email'], true)
  await create(
    'organizations',
    id,
    reference('owner_id', 'users'),
    text('name', 'plan'),
    integer('created_at', 'updated_at'),
  )
  await index('organizations', ['owner_id'])
  await create('sessions', id, reference('user_id', 'users'), text('token_hash'), integer('created_at', 'expires_at'))
  await index('sessions', ['token_hash'], true)
  await create(
    'session_tokens',
    (table) => table.addColumn('token_hash', 'text', (column) => column.primaryKey()),
    reference('session_id', 'sessions'),
    integer('expires_at'),
  )
  await index('session_tokens', ['session_id'])
  await create('sign_in_failures', id, text('throttle_key'), integer('failed_at'))
  await index('sign_in_failures', ['throttle_key', 'failed_at'])
  await create(
    'api_keys',
    id,
    reference('organization_id', 'organizations'),
    reference('user_id', 'users'),
    text('name', 'scopes', 'key_hash', 'last_four'),
    integer('created_at'),
    optionalInteger('expires_at', 'last_used_at', 'revoked_at'),
  )
  await index('api_keys', ['key_hash'], true)
  await index('api_keys', ['organization_id'])

  await create(
    'agents',
    id,
    reference('organization_id', 'organizations'),
    text('name', 'description', 'model_id', 'instructions', 'greeting', 'identity_mode'),
    optionalText('disabled_reason', 'identity_secret'),
    integer('human_intervention', 'only_human', 'is_disabled', 'knowledge_version', 'created_at', 'updated_at'),
    optionalInteger('deleted_at'),
  )
  for (const columns of [
    ['organization_id', 'id'],
    ['organization_id', 'is_disabled', 'id'],
    ['organization_id', 'model_id', 'id'],
  ])
    await db.schema
      .createIndex(`agents_${columns.join('_')}`)
      .on('agents')
      .columns(columns)
      .where(live)
      .execute()
  await create(
    'agent_actions',
    id,
    reference('agent_id', 'agents'),
    text('slug', 'name', 'description', 'fields'),
    integer('created_at', 'updated_at'),
  )
  await index('agent_actions', ['agent_id', 'slug'])

  await create(
    'sources',
    id,
    reference('agent_id', 'agents'),
    text('type', 'title', 'status', 'task_id', 'content'),
    integer('is_draft', 'size', 'created_at', 'updated_at'),
  )
  await index('sources', ['agent_id', 'is_draft', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'type', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'status', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'type', 'status', 'id'])
  await create(
    'training_jobs',
    id,
    reference('source_id', 'sources'),
    text('agent_id', 'status'),
    integer('progress', 'created_at', 'updated_at'),
    optionalText('error'),
  )
  await index('training_jobs', ['source_id'])
  await create(
    'chunks',
    id,
    reference('source_id', 'sources'),
    text('agent_id', 'content', 'embedding_model'),
    optionalText('heading'),
    (table) => table.addColumn('embedding', 'bytea', (column) => column.notNull()),
    integer('position'),
  )
  await index('chunks', ['agent_id', 'source_id', 'position'])
  await index('chunks', ['source_id'])
  await create(
    'crawls',
    id,
    reference('organization_id', 'organizations'),
    text('url', 'status'),
    optionalText('error'),
    integer('visited', 'created_at', 'updated_at'),
  )
  await index('crawls', ['organization_id', 'id'])
  await create(
    'crawl_pages',
    reference('crawl_id', 'crawls'),
    text('url', 'state'),
    optionalText('reason', 'fingerprint'),
    integer('position', 'depth'),
    (table) => table.addPrimaryKeyConstraint('crawl_pages_key', ['crawl_id', 'url']),
  )
  await index('crawl_pages', ['crawl_id', 'state', 'position'])

  await create(
    'conversations',
    id,
    reference('organization_id', 'organizations'),
    reference('agent_id', 'agents'),
    text('session_id', 'origin', 'status', 'response_mode', 'chat_user_id'),
    optionalText('chat_user_name', 'chat_user_email', 'last_message_role', 'last_message_excerpt'),
    integer('identity_verified', 'turn', 'message_count', 'webhook_sequence', 'created_at', 'updated_at'),
    optionalInteger('last_message_at', 'waiting_since', 'deleted_at'),
  )
  for (const columns of [
    ['agent_id', 'id'],
    ['agent_id', 'status', 'id'],
    ['agent_id', 'response_mode', 'id'],
    ['agent_id', 'status', 'response_mode', 'id'],
    ['organization_id', 'status', 'updated_at', 'id'],
    ['organization_id', 'status', 'response_mode', 'updated_at', 'id'],
    ['agent_id', 'status', 'updated_at', 'id'],
  ])
    await db.schema
      .createIndex(`conversations_${columns.join('_')}`)
      .on('conversations')
      .columns(columns)
      .where(live)
      .execute()
  await db.schema
    .createIndex('conversations_waiting')
    .on('conversations')
    .columns(['organization_id', 'updated_at', 'id'])
    .where(sql<boolean>`waiting_since is not null and deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('conversations_one_open')
    .unique()
    .on('conversations')
    .columns(['agent_id', 'chat_user_id'])
    .where(sql<boolean>`origin = 'public_api' and status = 'open' and deleted_at is null`)
    .execute()
  await create(
    'messages',
    id,
    reference('conversation_id', 'conversations'),
    text('role', 'content'),
    optionalText('action', 'user_id'),
    integer('position', 'action_required', 'created_at'),
    optionalInteger('deleted_at'),
  )
  await index('messages', ['conversation_id', 'position'], true)
  await create(
    'replies',
    id,
    reference('conversation_id', 'conversations'),
    text('status'),
    optionalText('credit_period', 'message_id', 'draft'),
    integer('turn', 'created_at', 'updated_at'),
  )
  await index('replies', ['conversation_id', 'turn'], true)
  await create(
    'receipts',
    (table) =>
      table.addColumn('message_id', 'text', (column) =>
        column.primaryKey().references('messages.id').onDelete('cascade'),
      ),
    text('citations', 'model', 'decision'),
    integer('latency_ms'),
  )

  await create(
    'events',
    (table) =>
      hasRowLocks(db)
        ? table.addColumn('sequence', 'bigserial', (column) => column.primaryKey())
        : table.addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement()),
    reference('organization_id', 'organizations'),
    text('type', 'payload'),
    optionalText('agent_id'),
    integer('created_at'),
  )
  if (hasRowLocks(db)) {
    // The transaction's id gives events their order on PostgreSQL (see visible-events.ts).
    await sql`alter table events add column xid xid8 not null default pg_current_xact_id()`.execute(db)
    await sql`create index events_organization_id_xid on events (organization_id, xid, sequence)`.execute(db)
    await sql`create index events_agent_id_xid on events (agent_id, xid, sequence)`.execute(db)
  } else {
    await index('events', ['organization_id', 'sequence'])
    await index('events', ['agent_id', 'sequence'])
  }
  await index('events', ['created_at'])
  await create(
    'webhook_endpoints',
    id,
    reference('agent_id', 'agents'),
    text('url', 'events', 'secret'),
    integer('is_active', 'created_at'),
    optionalInteger('failing_since', 'deleted_at'),
  )
  await index('webhook_endpoints', ['agent_id', 'id'])
  await create(
    'webhook_deliveries',
    id,
    reference('endpoint_id', 'webhook_endpoints'),
    text('agent_id', 'webhook_id', 'event', 'payload', 'status'),
    integer('attempt_count', 'created_at'),
    optionalInteger('next_attempt_at'),
  )
  await index('webhook_deliveries', ['agent_id', 'id'])
  await index('webhook_deliveries', ['endpoint_id', 'id'])
  await index('webhook_deliveries', ['agent_id', 'status', 'id'])
  await index('webhook_deliveries', ['endpoint_id', 'status', 'id'])
  await index('webhook_deliveries', ['created_at'])
  await create(
    'webhook_attempts',
    id,
    reference('delivery_id', 'webhook_deliveries'),
    integer('number', 'started_at', 'duration_ms'),
    optionalInteger('response_status'),
    optionalText('response_body', 'error'),
  )
  await index('webhook_attempts', ['delivery_id', 'number'])

  await create(
    'idempotency_keys',
    (table) => table.addColumn('scope_key', 'text', (column) => column.primaryKey()),
    text('request_hash'),
    optionalInteger('response_status'),
    optionalText('response_body'),
    integer('locked_until', 'expires_at'),
  )
  await index('idempotency_keys', ['expires_at'])
  await create('counters', text('owner_id', 'name'), integer('value'), (table) =>
    table.addPrimaryKeyConstraint('counters_key', ['owner_id', 'name']),
  )
  await create(
    'quota_usage',
    reference('organization_id', 'organizations'),
    text('name', 'period'),
    integer('used'),
    (table) => table.addPrimaryKeyConstraint('quota_usage_key', ['organization_id', 'name', 'period']),
  )
  await create(
    'jobs',
    id,
    text('name', 'payload', 'state'),
    integer('attempts', 'run_at', 'created_at'),
    optionalText('error'),
  )
  await index('jobs', ['state', 'name', 'run_at'])
  // The table is unlogged (faster, but emptied by a crash of the database server), because counts of one minute may be
  // lost.
  if (hasRowLocks(db))
    await sql`create unlogged table rate_limits (key text primary key, used bigint not null, resets_at bigint not null)`.execute(
      db,
    )
}
