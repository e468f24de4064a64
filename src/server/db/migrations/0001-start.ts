import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const live = sql<boolean>`deleted_at is null`

/** The first schema: one for both databases. Ids are UUID v7 text, times integer milliseconds, flags 0 or 1. */
export async function up(db: Kysely<never>): Promise<void> {
  type Table = CreateTableBuilder<string, string>
  const create = (name: string, build: (table: Table) => Table) => build(db.schema.createTable(name) as Table).execute()
  const index = (table: string, columns: string[], unique = false) => {
    const builder = db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
    return (unique ? builder.unique() : builder).execute()
  }
  const id = (table: Table) => table.addColumn('id', 'text', (column) => column.primaryKey())
  const text = (table: Table, ...names: string[]) =>
    names.reduce((built, name) => built.addColumn(name, 'text', (column) => column.notNull()), table)
  const optionalText = (table: Table, ...names: string[]) =>
    names.reduce((built, name) => built.addColumn(name, 'text'), table)
  const integer = (table: Table, ...names: string[]) =>
    names.reduce((built, name) => built.addColumn(name, 'bigint', (column) => column.notNull()), table)
  const optionalInteger = (table: Table, ...names: string[]) =>
    names.reduce((built, name) => built.addColumn(name, 'bigint'), table)
  const reference = (table: Table, name: string, target: string) =>
    table.addColumn(name, 'text', (column) => column.notNull().references(`${target}.id`).onDelete('cascade'))

  await create('users', (t) => integer(text(id(t), 'email', 'name', 'password_hash'), 'created_at'))
  await index('users', ['email'], true)
  await create('organizations', (t) =>
    integer(text(reference(id(t), 'owner_id', 'users'), 'name', 'plan'), 'created_at', 'updated_at'),
  )
  await index('organizations', ['owner_id'])
  await create('sessions', (t) =>
    integer(text(reference(id(t), 'user_id', 'users'), 'token_hash'), 'created_at', 'expires_at'),
  )
  await index('sessions', ['token_hash'], true)
  await create('session_tokens', (t) =>
    integer(
      reference(
        t.addColumn('token_hash', 'text', (column) => column.primaryKey()),
        'session_id',
        'sessions',
      ),
      'expires_at',
    ),
  )
  await index('session_tokens', ['session_id'])
  await create('sign_in_failures', (t) => integer(text(id(t), 'throttle_key'), 'failed_at'))
  await index('sign_in_failures', ['throttle_key', 'failed_at'])
  await create('api_keys', (t) =>
    optionalInteger(
      integer(
        text(
          reference(reference(id(t), 'organization_id', 'organizations'), 'user_id', 'users'),
          'name',
          'scopes',
          'key_hash',
          'last_four',
        ),
        'created_at',
      ),
      'expires_at',
      'last_used_at',
      'revoked_at',
    ),
  )
  await index('api_keys', ['key_hash'], true)
  await index('api_keys', ['organization_id'])

  await create('agents', (t) =>
    optionalInteger(
      integer(
        optionalText(
          text(
            reference(id(t), 'organization_id', 'organizations'),
            'name',
            'description',
            'model_id',
            'instructions',
            'greeting',
            'identity_mode',
          ),
          'disabled_reason',
          'identity_secret',
        ),
        'human_intervention',
        'only_human',
        'is_disabled',
        'knowledge_version',
        'created_at',
        'updated_at',
      ),
      'deleted_at',
    ),
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
  await create('agent_actions', (t) =>
    integer(
      text(reference(id(t), 'agent_id', 'agents'), 'slug', 'name', 'description', 'fields'),
      'created_at',
      'updated_at',
    ),
  )
  await index('agent_actions', ['agent_id', 'slug'])

  await create('sources', (t) =>
    integer(
      text(reference(id(t), 'agent_id', 'agents'), 'type', 'title', 'status', 'task_id', 'content'),
      'is_draft',
      'size',
      'created_at',
      'updated_at',
    ),
  )
  await index('sources', ['agent_id', 'is_draft', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'type', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'status', 'id'])
  await index('sources', ['agent_id', 'is_draft', 'type', 'status', 'id'])
  await create('training_jobs', (t) =>
    optionalText(
      integer(
        text(reference(id(t), 'source_id', 'sources'), 'agent_id', 'status'),
        'progress',
        'created_at',
        'updated_at',
      ),
      'error',
    ),
  )
  await index('training_jobs', ['source_id'])
  await create('chunks', (t) =>
    integer(
      optionalText(
        text(reference(id(t), 'source_id', 'sources'), 'agent_id', 'content', 'embedding_model'),
        'heading',
      ).addColumn('embedding', 'bytea', (column) => column.notNull()),
      'position',
    ),
  )
  await index('chunks', ['agent_id', 'source_id', 'position'])
  await index('chunks', ['source_id'])
  await create('crawls', (t) =>
    integer(
      optionalText(text(reference(id(t), 'organization_id', 'organizations'), 'url', 'status'), 'error'),
      'visited',
      'created_at',
      'updated_at',
    ),
  )
  await index('crawls', ['organization_id', 'id'])
  await create('crawl_pages', (t) =>
    integer(
      optionalText(text(reference(t, 'crawl_id', 'crawls'), 'url', 'state'), 'reason', 'fingerprint'),
      'position',
      'depth',
    ).addPrimaryKeyConstraint('crawl_pages_key', ['crawl_id', 'url']),
  )
  await index('crawl_pages', ['crawl_id', 'state', 'position'])

  await create('conversations', (t) =>
    optionalInteger(
      integer(
        optionalText(
          text(
            reference(reference(id(t), 'organization_id', 'organizations'), 'agent_id', 'agents'),
            'session_id',
            'origin',
            'status',
            'response_mode',
            'chat_user_id',
          ),
          'chat_user_name',
          'chat_user_email',
          'last_message_role',
          'last_message_excerpt',
        ),
        'identity_verified',
        'turn',
        'message_count',
        'webhook_sequence',
        'created_at',
        'updated_at',
      ),
      'last_message_at',
      'waiting_since',
      'deleted_at',
    ),
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
  await create('messages', (t) =>
    optionalInteger(
      integer(
        optionalText(
          text(reference(id(t), 'conversation_id', 'conversations'), 'role', 'content'),
          'action',
          'user_id',
        ),
        'position',
        'action_required',
        'created_at',
      ),
      'deleted_at',
    ),
  )
  await index('messages', ['conversation_id', 'position'], true)
  await create('replies', (t) =>
    integer(
      optionalText(
        text(reference(id(t), 'conversation_id', 'conversations'), 'status'),
        'credit_period',
        'message_id',
        'draft',
      ),
      'turn',
      'created_at',
      'updated_at',
    ),
  )
  await index('replies', ['conversation_id', 'turn'], true)
  await create('receipts', (t) =>
    integer(
      text(
        t.addColumn('message_id', 'text', (column) =>
          column.primaryKey().references('messages.id').onDelete('cascade'),
        ),
        'citations',
        'model',
        'decision',
      ),
      'latency_ms',
    ),
  )

  await create('events', (t) => {
    const sequence = hasRowLocks(db)
      ? t.addColumn('sequence', 'bigserial', (column) => column.primaryKey())
      : t.addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    return integer(
      optionalText(text(reference(sequence, 'organization_id', 'organizations'), 'type', 'payload'), 'agent_id'),
      'created_at',
    )
  })
  if (hasRowLocks(db)) {
    // The order in which readers on PostgreSQL take them (see visible-events.ts).
    await sql`alter table events add column xid xid8 not null default pg_current_xact_id()`.execute(db)
    await sql`create index events_organization_id_xid on events (organization_id, xid, sequence)`.execute(db)
    await sql`create index events_agent_id_xid on events (agent_id, xid, sequence)`.execute(db)
  } else {
    await index('events', ['organization_id', 'sequence'])
    await index('events', ['agent_id', 'sequence'])
  }
  await index('events', ['created_at'])
  await create('webhook_endpoints', (t) =>
    optionalInteger(
      integer(text(reference(id(t), 'agent_id', 'agents'), 'url', 'events', 'secret'), 'is_active', 'created_at'),
      'failing_since',
      'deleted_at',
    ),
  )
  await index('webhook_endpoints', ['agent_id', 'id'])
  await create('webhook_deliveries', (t) =>
    optionalInteger(
      integer(
        text(
          reference(id(t), 'endpoint_id', 'webhook_endpoints'),
          'agent_id',
          'webhook_id',
          'event',
          'payload',
          'status',
        ),
        'attempt_count',
        'created_at',
      ),
      'next_attempt_at',
    ),
  )
  await index('webhook_deliveries', ['agent_id', 'id'])
  await index('webhook_deliveries', ['endpoint_id', 'id'])
  await index('webhook_deliveries', ['agent_id', 'status', 'id'])
  await index('webhook_deliveries', ['endpoint_id', 'status', 'id'])
  await index('webhook_deliveries', ['created_at'])
  await create('webhook_attempts', (t) =>
    optionalText(
      optionalInteger(
        integer(reference(id(t), 'delivery_id', 'webhook_deliveries'), 'number', 'started_at', 'duration_ms'),
        'response_status',
      ),
      'response_body',
      'error',
    ),
  )
  await index('webhook_attempts', ['delivery_id', 'number'])

  await create('idempotency_keys', (t) =>
    integer(
      optionalText(
        optionalInteger(
          text(
            t.addColumn('scope_key', 'text', (column) => column.primaryKey()),
            'request_hash',
          ),
          'response_status',
        ),
        'response_body',
      ),
      'locked_until',
      'expires_at',
    ),
  )
  await index('idempotency_keys', ['expires_at'])
  await create('counters', (t) =>
    integer(text(t, 'owner_id', 'name'), 'value').addPrimaryKeyConstraint('counters_key', ['owner_id', 'name']),
  )
  await create('quota_usage', (t) =>
    integer(text(reference(t, 'organization_id', 'organizations'), 'name', 'period'), 'used').addPrimaryKeyConstraint(
      'quota_usage_key',
      ['organization_id', 'name', 'period'],
    ),
  )
  await create('jobs', (t) =>
    optionalText(integer(text(id(t), 'name', 'payload', 'state'), 'attempts', 'run_at', 'created_at'), 'error'),
  )
  await index('jobs', ['state', 'name', 'run_at'])
  // What is counted for a minute need not survive a crash.
  if (hasRowLocks(db))
    await sql`create unlogged table rate_limits (key text primary key, used bigint not null, resets_at bigint not null)`.execute(
      db,
    )
}
