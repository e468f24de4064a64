import { sql } from 'kysely'
import { pino } from 'pino'
import type { OverviewRange } from '#contract/overview-words.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/tables.ts'
import { readOverview } from '#server/features/overview/get-overview.ts'
import { listBehind } from '#server/features/overview/list-conversations.ts'
import { createEmbeddedPlatform } from '#server/platform/embedded/platform.ts'
import { createPostgresPlatform } from '#server/platform/postgres/platform.ts'
import { must, setUp } from '../tools/client.ts'
import { reportMissingPostgres, startPostgres } from '../tools/postgres.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { big, openForSeeding, salt, series, settle, text, uuidOf } from './seed.ts'
import { count, type Line, milliseconds, onBothDatabases, percentile } from './tools/benchmark.ts'
import { type DatabaseName, newAgent } from './tools/world.ts'

const MESSAGES = Number(process.env.OVERVIEW_MESSAGES ?? 1_000_000)
const MESSAGES_EACH = 10 // messages in each conversation
const CONVERSATIONS = MESSAGES / MESSAGES_EACH
const AT_ONCE = 100_000 // conversations that one statement inserts
const DAY_MS = 86_400_000
const DAYS = 180 // the longest range, 90 days, and the 90 before, which it is compared with
const STEP_MS = Math.floor((DAYS * DAY_MS) / CONVERSATIONS)
const SOURCES = 20
const READS = 40
const TARGET_MS = 200

/** Measures how long the overview takes in an organization with millions of messages. */
export const overview = onBothDatabases('overview', onDatabase)

async function onDatabase(name: DatabaseName): Promise<Line[]> {
  const postgres = name === 'PostgreSQL' ? await startPostgres({ durable: false }) : undefined
  if (postgres === null) {
    reportMissingPostgres()
    return []
  }
  const product = await startProduct({
    env: postgres ? { DATABASE_URL: postgres.url } : {},
    args: ['--no-dashboard'],
  })
  const owner = await setUp(product.url)
  const { organizationId } = owner
  const agents = [await newAgent(product.url, owner), await newAgent(product.url, owner)]
  for (const agent of agents)
    for (let number = 0; number < SOURCES / agents.length; number += 1) {
      const body = { type: 'text', title: `Text ${number}`, content: `This is text ${number}.` } as const
      await must(product.url, 'createSource', { params: { agent }, body }, owner)
    }
  await product.stop()
  const { dataDir } = product
  const db = await openForSeeding({ dataDir, databaseUrl: postgres?.url })
  const started = performance.now()
  await seedOverview(db, organizationId, agents)
  console.error(`${name}: seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await db.destroy()
  const log = pino({ level: 'error' })
  const platform = await (postgres
    ? createPostgresPlatform({ databaseUrl: postgres.url, log })
    : createEmbeddedPlatform({ dataDir, log }))
  try {
    const user = await platform.database.read.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const actor = { kind: 'session', userId: user.id }
    const ctx = { database: platform.database, now: Date.now, actor } as unknown as Context
    return await measure(ctx, name, organizationId, agents)
  } finally {
    await platform.close()
    removeData(product)
    await postgres?.stop()
  }
}

async function measure(ctx: Context, on: DatabaseName, organizationId: string, agents: string[]): Promise<Line[]> {
  const all = { organizationId, id: organizationId, channel: undefined }
  const one = { organizationId, id: agents[0]!, channel: 'widget' as const }
  const zone = 'UTC'
  const read = (scope: typeof all | typeof one, range: OverviewRange) => () => readOverview(ctx, scope, { range, zone })
  const behind = (number: 'handed_over' | 'ratings', part: string) => () =>
    listBehind(ctx, all, { range: '90d', zone, number, part, cursor: undefined })
  const cases: Record<string, () => Promise<unknown>> = {
    'numbers of the organization, 24 hours': read(all, '24h'),
    'numbers of the organization, 30 days': read(all, '30d'),
    'numbers of the organization, 90 days': read(all, '90d'),
    "numbers of an agent's chats on websites, 90 days": read(one, '90d'),
    'conversations behind a number': behind('handed_over', 'taken_over'),
    'conversations behind a rare number': behind('ratings', 'bad'),
  }
  const lines: Line[] = []
  for (const [what, run] of Object.entries(cases)) {
    const times: number[] = []
    for (let number = 0; number < READS; number += 1) {
      const started = performance.now()
      await run()
      times.push(performance.now() - started)
    }
    const p95 = percentile(times, 0.95)
    lines.push({
      what: `overview: ${what}, of ${count(MESSAGES)} messages`,
      on,
      measured: `p50 ${milliseconds(percentile(times, 0.5))}, p95 ${milliseconds(p95)}`,
      against: `p95 at most ${milliseconds(TARGET_MS)}`,
      isMet: p95 <= TARGET_MS,
    })
  }
  return lines
}

/**
 * Fills half a year with conversations of ten messages, their facts, and a citation for each answer. Every second
 * conversation was never closed.
 */
async function seedOverview(db: Db, organizationId: string, agents: string[]): Promise<void> {
  const start = Date.now() - CONVERSATIONS * STEP_MS
  const created = sql`(${big(start)} + i * ${sql.lit(STEP_MS)})`
  const id = uuidOf(db, created, salt())
  const message = uuidOf(db, sql`(${created} + n)`, salt())
  const organization = text(organizationId)
  const agent = sql`case when i % 2 = 0 then ${text(agents[0]!)} else ${text(agents[1]!)} end`
  const origin = sql`case when i % 3 = 0 then 'widget' else 'public_api' end`
  const positions = Array.from({ length: MESSAGES_EACH }, (_, n) => sql`select ${sql.lit(n)} as n`)
  for (let first = 0; first < CONVERSATIONS; first += AT_ONCE) {
    const rows = series(db, first, Math.min(first + AT_ONCE, CONVERSATIONS))
    await db.transaction().execute(async (tx) => {
      await sql`
        insert into conversations (id, organization_id, agent_id, session_id, origin, status, response_mode,
          chat_user_id, identity_verified, turn, message_count, webhook_sequence, last_message_role,
          last_message_excerpt, last_message_at, waiting_since, created_at, updated_at, asked_at)
        select ${id}, ${organization}, ${agent}, ${id}, ${origin}, case when i % 2 = 0 then 'open' else 'closed' end,
          case when i % 1000 = 0 then 'human' else 'ai' end, 'visitor-' || cast(i as text), 0, 1, ${sql.lit(MESSAGES_EACH)},
          0, 'visitor', 'Thank you!', ${created}, case when i % 1000 = 0 then ${created} end, ${created}, ${created}, ${created}
        from ${rows}`.execute(tx)
      await sql`
        insert into messages (id, conversation_id, position, role, content, action_required, created_at)
        select ${message}, ${id}, n + 1, case when n % 2 = 0 then 'visitor' else 'assistant' end,
          'This is what was written in message ' || cast(i as text) || '.', 0, ${created} + n
        from ${rows} cross join (${sql.join(positions, sql` union all `)}) as positions`.execute(tx)
      await sql`
        insert into conversation_facts (id, conversation_id, organization_id, agent_id, origin, started_at,
          is_new_visitor, answered_at, handed_over_at, human_replied_at, reply_ms, closed_at, rated_at,
          hand_over_reason, rating)
        select ${id}, ${id}, ${organization}, ${agent}, ${origin}, ${created}, 1, ${created} + 5,
          case when i % 4 = 0 then ${created} + 9 end, case when i % 4 = 0 then ${created} + 90000 end,
          case when i % 4 = 0 then 1000 * (i % 9000) end, case when i % 2 = 1 then ${created} + 99000 end, case when i % 500 = 0 then ${created} + 99000 end,
          case when i % 4 = 0 then 'taken_over' end, case when i % 500 = 0 then 'bad' end
        from ${rows}`.execute(tx)
    })
  }
  await sql`
      insert into source_citations (message_id, source_id, conversation_id, created_at)
      select messages.id, sources.id, conversation_id, messages.created_at
      from (select messages.*, row_number() over (order by id) % ${sql.lit(SOURCES - 1)} as number from messages
        where role = 'assistant') as messages
      join (select id, row_number() over (order by id) - 1 as number from sources) as sources
        on sources.number = messages.number`.execute(db)
  await settle(db)
}
