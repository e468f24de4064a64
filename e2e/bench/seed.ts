import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { hasRowLocks } from '#server/db/dialect.ts'
import type { Db, Tables, Tx } from '#server/db/tables.ts'
import { nodeSqliteDialect } from '#server/platform/embedded/sqlite-dialect.ts'

/**
 * Fills a database with more rows than could be created through the API in reasonable time. To run it by itself on an
 * existing agent while the server is stopped: `DATA_DIR=… node e2e/bench/seed.ts <agent id> <conversations> [messages
 * of one more conversation]`, or with DATABASE_URL instead.
 */

const STEP_MS = 1_000 // milliseconds between the starts of consecutive conversations; the newest starts now
const READABLE = 1_000 // newest conversations that have their messages stored
const MESSAGES_EACH = 2
const SQLITE_CACHE_KIB = 524_288

/**
 * Opens the product's database for direct writes, in a data folder or on a server. No other process may write
 * meanwhile.
 */
export async function openForSeeding(where: { dataDir?: string; databaseUrl?: string | undefined }): Promise<Db> {
  if (where.databaseUrl) {
    const pool = new pg.Pool({ connectionString: where.databaseUrl, max: 1 })
    pool.on('error', () => {}) // a server that stops closes idle connections, also one that is ending already
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  }
  const dialect = nodeSqliteDialect(join(where.dataDir ?? 'data', 'baton.db'), { readOnly: false })
  const db = new Kysely<Tables>({ dialect })
  await sql`pragma cache_size = ${sql.lit(-SQLITE_CACHE_KIB)}`.execute(db)
  return db
}

export interface Seeding {
  agentId: string
  organizationId: string
}

/**
 * Creates conversations of every status, mode and origin, oldest first, with correct totals. Only the newest thousand
 * have messages.
 */
export async function seedConversations(db: Db, seeding: Seeding, count: number): Promise<void> {
  const start = Date.now() - count * STEP_MS
  const created = sql`(${big(start)} + i * ${sql.lit(STEP_MS)})`
  const id = uuidOf(db, created, salt())
  const readable = sql`i >= ${sql.lit(count - READABLE)}`
  const status = sql`case when i % 10 < 6 then 'closed' else 'open' end`
  const mode = sql`case when i % 4 = 0 then 'human' else 'ai' end`
  const isWaiting = sql`i % 10 >= 6 and i % 8 = 0`
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into conversations (id, organization_id, agent_id, session_id, origin, status, response_mode,
        chat_user_id, chat_user_name, chat_user_email, identity_verified, turn, message_count, webhook_sequence,
        last_message_role, last_message_excerpt, last_message_at, waiting_since, created_at, updated_at, deleted_at)
      select ${id}, ${text(seeding.organizationId)}, ${text(seeding.agentId)}, ${id},
        case when i % 5 = 0 then 'widget' when i % 7 = 0 then 'email' else 'public_api' end, ${status}, ${mode},
        ${text(`visitor-${salt()}-`)} || cast(i as text), 'Visitor ' || cast(i as text), null, 0, 1,
        case when ${readable} then ${sql.lit(MESSAGES_EACH)} else 0 end, 0,
        case when ${readable} then 'visitor' end, case when ${readable} then ${sentence(1)} end,
        case when ${readable} then ${created} end, case when ${isWaiting} then ${created} end,
        ${created}, ${created}, null
      from ${series(tx, 0, count)}`.execute(tx)
    await sql`
      insert into messages (id, conversation_id, position, role, content, action, action_required, user_id, created_at, deleted_at)
      select ${uuidOf(db, sql`(${created} + n)`, salt())}, ${id}, n + 1,
        case when n % 2 = 0 then 'assistant' else 'visitor' end, ${sentence(0)}, null, 0, null, ${created} + n, null
      from ${series(tx, Math.max(0, count - READABLE), count)} cross join (select 0 as n union all select 1) as positions
    `.execute(tx)
    // Without a past, PostgreSQL would plan reading the log as if it were always short.
    await sql`
      insert into events (organization_id, agent_id, type, payload, created_at)
      select ${text(seeding.organizationId)}, ${text(seeding.agentId)}, 'conversation.created', ${told(seeding, 'conversation.created')}, ${created}
      from ${series(tx, Math.max(0, count - READABLE), count)}`.execute(tx)
    await finish(tx, seeding)
  })
  await settle(db)
}

/** Gives the conversations by mail of an agent a subject each, as if they had come by a mailbox. */
export async function seedSubjects(db: Db, agentId: string, mailboxId: string): Promise<void> {
  await sql`
    insert into mail_threads (conversation_id, mailbox_id, subject, reply, participants)
    select id, ${text(mailboxId)}, 'About my order of ' || cast(created_at as text), '{"to":[],"cc":[]}', '[]'
    from conversations where agent_id = ${text(agentId)} and origin = 'email'`.execute(db)
}

/** Creates a conversation with that many messages, alternating between visitor and AI, and returns its id. */
export async function seedThread(db: Db, seeding: Seeding, messages: number): Promise<string> {
  const start = Date.now() - messages * STEP_MS
  const created = sql`(${big(start)} + i * ${sql.lit(STEP_MS)})`
  const conversation = uuidOf(db, sql`${big(start)}`, salt())
  let id = ''
  await db.transaction().execute(async (tx) => {
    const inserted = await sql<{ id: string }>`
      insert into conversations (id, organization_id, agent_id, session_id, origin, status, response_mode,
        chat_user_id, identity_verified, turn, message_count, webhook_sequence,
        last_message_role, last_message_excerpt, last_message_at, created_at, updated_at)
      select ${conversation}, ${text(seeding.organizationId)}, ${text(seeding.agentId)}, ${conversation}, 'public_api',
        'open', 'human', ${text(`reader-${start}`)}, 0, 1, ${big(messages)}, 0, 'visitor', ${sentence(1)}, ${big(Date.now())},
        ${big(start)}, ${big(Date.now())}
      from ${series(tx, 0, 1)} returning id`.execute(tx)
    id = inserted.rows[0]!.id
    await sql`
      insert into messages (id, conversation_id, position, role, content, action, action_required, user_id, created_at, deleted_at)
      select ${uuidOf(db, created, salt())}, ${text(id)}, i + 1, case when i % 2 = 0 then 'assistant' else 'visitor' end,
        ${sentence(0)}, null, 0, null, ${created}, null
      from ${series(tx, 0, messages)}`.execute(tx)
    await finish(tx, seeding)
  })
  return id
}

/** Updates the agent's stored totals and writes the event by which pollers learn of the change. */
async function finish(tx: Tx, { agentId, organizationId }: Seeding): Promise<void> {
  const live = sql`from conversations where agent_id = ${agentId} and deleted_at is null`
  await sql`delete from counters where owner_id = ${agentId} and (name like 'conversations:%' or name = 'waiting')`.execute(
    tx,
  )
  await sql`
    insert into counters (owner_id, name, value)
    select agent_id, 'conversations:' || status || ':' || response_mode, count(*) ${live} group by agent_id, status, response_mode
    union all select agent_id, 'waiting', count(*) ${live} and waiting_since is not null group by agent_id`.execute(tx)
  await sql`
    insert into events (organization_id, agent_id, type, payload, created_at)
    values (${organizationId}, ${agentId}, 'conversation.updated', ${told({ agentId }, 'conversation.updated')}, ${Date.now()})
  `.execute(tx)
}

const told = ({ agentId }: Pick<Seeding, 'agentId'>, type: string) => text(JSON.stringify({ type, agent_id: agentId }))

/** Table of the integers `i` from `from` up to, but excluding, `to`. */
export function series(db: Db, from: number, to: number): RawBuilder<unknown> {
  if (hasRowLocks(db)) return sql`generate_series(${big(from)}, ${big(to - 1)}) as series(i)`
  return sql`(with recursive series(i) as
    (select ${big(from)} union all select i + 1 from series where i + 1 < ${big(to)}) select i from series)`
}

/** UUID v7 of a time in milliseconds. Two ids of one time need different salts. */
export function uuidOf(db: Db, time: RawBuilder<unknown>, salted: string): RawBuilder<unknown> {
  const hex = hasRowLocks(db) ? sql`lpad(to_hex(${time}), 12, '0')` : sql`printf('%012x', ${time})`
  return sql`substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || ${text(`-7${salted.slice(0, 3)}-8${salted.slice(3, 6)}-${salted.slice(6)}`)}`
}

export const salt = () => randomBytes(9).toString('hex')
export const big = (value: number) => sql`cast(${sql.lit(value)} as bigint)`
export const text = (value: string) => sql`${sql.lit(value)}`
const sentence = (offset: number) =>
  sql`'This is message ' || cast(i + ${sql.lit(offset)} as text) || ': could you tell me when my order will arrive, please?'`

/** Does the databases' background work at once: PostgreSQL collects statistics, SQLite moves its log into its file. */
export async function settle(db: Db): Promise<void> {
  await (hasRowLocks(db) ? sql`vacuum analyze` : sql`pragma wal_checkpoint(truncate)`).execute(db)
}

async function main([agentId, conversations = '0', messages = '0']: string[]): Promise<void> {
  if (!agentId) throw new Error('Name the agent: node e2e/bench/seed.ts <agent id> <conversations> [messages]')
  const db = await openForSeeding({ dataDir: process.env.DATA_DIR ?? './data', databaseUrl: process.env.DATABASE_URL })
  const agent = await db
    .selectFrom('agents')
    .select('organization_id')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow()
  const seeding = { agentId, organizationId: agent.organization_id }
  const started = performance.now()
  if (Number(conversations) > 0) await seedConversations(db, seeding, Number(conversations))
  if (Number(messages) > 0) console.log(`conversation ${await seedThread(db, seeding, Number(messages))}`)
  console.log(`seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await db.destroy()
}

if (import.meta.main) await main(process.argv.slice(2))
