import { pino } from 'pino'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/ids.ts'
import type { Row } from '#server/db/rows.ts'
import type { Db } from '#server/db/tables.ts'
import { search as searchFor } from '#server/features/search/search.ts'
import { insertLines, keepLines } from '#server/features/search-index/index.ts'
import { createEmbeddedPlatform } from '#server/platform/embedded/platform.ts'
import { createPostgresPlatform } from '#server/platform/postgres/platform.ts'
import { setUp } from '../tools/client.ts'
import { reportMissingPostgres, startPostgres } from '../tools/postgres.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { openForSeeding, settle } from './seed.ts'
import { count, type Line, milliseconds, onBothDatabases, percentile } from './tools/benchmark.ts'
import { type DatabaseName, newAgent } from './tools/world.ts'

const MESSAGES = Number(process.env.SEARCH_MESSAGES ?? 1_000_000)
const MESSAGES_EACH = 10 // messages in each conversation
const WORDS_EACH = 12 // words in each message
const VOCABULARY = 20_000 // words, of which the n-th is used about 1/n as often as the first
const EVERY_CHINESE = 50 // one message of so many is in Chinese
const SEARCHES = 60 // searches of each kind
const TARGET_MS = 50
const PHRASE_MS = 1_000 // a phrase of common words has to be looked up in every line that has them all

/** Measures how long a search takes by what is searched for. */
export const search = onBothDatabases('search', onDatabase)

const log = pino({ level: 'error' })

async function onDatabase(name: DatabaseName): Promise<Line[]> {
  const postgres = name === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  if (postgres === null) {
    reportMissingPostgres()
    return []
  }
  const env: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
  const product = await startProduct({ env, args: ['--no-dashboard'] })
  const owner = await setUp(product.url)
  const agentId = await newAgent(product.url, owner)
  await product.stop()
  const { dataDir } = product
  const { organizationId } = owner
  const db = await openForSeeding({ dataDir, databaseUrl: postgres?.url })
  const started = performance.now()
  await seedMessages(db, { agentId, organizationId })
  const seconds = (performance.now() - started) / 1_000
  await settle(db)
  await db.destroy()
  const platform = await (postgres
    ? createPostgresPlatform({ databaseUrl: postgres.url, log })
    : createEmbeddedPlatform({ dataDir, log }))
  try {
    const filled: Line = {
      what: `${count(MESSAGES)} messages written with their index, ten in a statement`,
      on: name,
      measured: `${seconds.toFixed(0)} s, ${count(MESSAGES / seconds)} messages a second`,
    }
    const lines: Line[] = [filled]
    const ctx = { database: platform.database } as unknown as Context
    for (const [kind, make] of Object.entries(kinds)) lines.push(await measure(ctx, organizationId, name, kind, make))
    return lines
  } finally {
    await platform.close()
    removeData(product)
    await postgres?.stop()
  }
}

type Query = { q: string; origin?: 'widget' | 'public_api'; status?: 'open' | 'closed' }

const kinds: Record<string, (number: number) => string | Query> = {
  'common word': (number) => word(number % 10),
  'word of one line in 200': (number) => word(500 + number),
  'word of one line in 10,000': (number) => word(8_000 + number),
  'word of no line': (number) => `absent${number}`,
  'unfinished word': (number) => word(2_000 + number).slice(0, 4),
  'two common words': (number) => `${word(number % 20)} ${word(20 + number)}`,
  'common and rare word': (number) => `${word(number % 5)} ${word(9_000 + number)}`,
  'phrase of common words': (number) => `"${word(number % 5)} ${word(5 + (number % 10))}"`,
  'a name': (number) => `Visitor ${number * 7}`,
  'a word with a filter that half of the conversations pass': (number) => ({ q: word(20 + number), status: 'closed' }),
  'a word with a filter that none passes': (number) => ({ q: word(20 + number), origin: 'widget' }),
  'two Chinese characters': (number) => chinese(number * 7) + chinese(number * 11),
}

async function measure(
  ctx: Context,
  organizationId: string,
  on: DatabaseName,
  kind: string,
  make: (number: number) => string | Query,
): Promise<Line> {
  const times: number[] = []
  let found = 0
  for (let number = 0; number < SEARCHES; number += 1) {
    const made = make(number)
    const query = typeof made === 'string' ? { q: made } : made
    const started = performance.now()
    const { items } = await searchFor(ctx, { organization: { id: organizationId }, query } as never)
    times.push(performance.now() - started)
    found += items.length
  }
  const p95 = percentile(times, 0.95)
  const target = kind.startsWith('phrase') ? PHRASE_MS : TARGET_MS
  return {
    what: `search: ${kind}, of ${count(MESSAGES)} messages`,
    on,
    measured: `p50 ${milliseconds(percentile(times, 0.5))}, p95 ${milliseconds(p95)}, ${(found / SEARCHES).toFixed(1)} found`,
    against: `p95 at most ${milliseconds(target)}`,
    isMet: p95 <= target,
  }
}

/** Conversations of ten messages each, a message a second, the last one now. */
async function seedMessages(db: Db, ids: { agentId: string; organizationId: string }): Promise<void> {
  const start = Date.now() - MESSAGES * 1_000
  const AT_ONCE = 100
  for (let first = 0; first < MESSAGES / MESSAGES_EACH; first += AT_ONCE) {
    const conversations: Row<'conversations'>[] = []
    const messages: Row<'messages'>[] = []
    for (let number = first; number < first + AT_ONCE; number += 1) {
      const at = start + number * MESSAGES_EACH * 1_000
      const id = newId()
      conversations.push({
        ...{ id, organization_id: ids.organizationId, agent_id: ids.agentId, session_id: id, origin: 'public_api' },
        ...{
          status: number % 2 === 0 ? 'open' : 'closed',
          response_mode: 'ai',
          chat_user_id: `visitor-${number}`,
          chat_user_name: `Visitor ${number}`,
        },
        ...{ identity_verified: 0, turn: 1, message_count: MESSAGES_EACH, webhook_sequence: 0 },
        ...{ created_at: at, updated_at: at, deleted_at: null },
      } as Row<'conversations'>)
      for (let position = 1; position <= MESSAGES_EACH; position += 1) {
        const role = position % 2 === 0 ? 'assistant' : 'visitor'
        const content = textOf(number * MESSAGES_EACH + position)
        const created_at = at + position * 1_000
        messages.push({
          id: newId(),
          conversation_id: id,
          position,
          role,
          content,
          action_required: 0,
          created_at,
        } as Row<'messages'>)
      }
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('conversations')
        .values(conversations as never)
        .execute()
      await tx
        .insertInto('messages')
        .values(messages as never)
        .execute()
      for (const after of conversations) {
        const added = messages.filter(({ conversation_id }) => conversation_id === after.id)
        const lines = await keepLines(tx, { before: null, after, added, entries: [] })
        await insertLines(tx, lines)
      }
    })
  }
}

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = createRandom(7)
const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ter',
  'sun',
  'vel',
  'pra',
  'ondo',
  'ri',
  'chas',
  'bu',
  'fen',
  'gi',
  'hal',
  'jo',
  'nu',
]
const word = (rank: number): string => {
  const parts = []
  for (let rest = rank + 256; rest > 0; rest = Math.floor(rest / 16)) parts.push(SYLLABLES[rest % 16])
  return parts.join('')
}
const chinese = (rank: number): string => String.fromCodePoint(0x4e00 + (rank % 2_000))

function textOf(number: number): string {
  if (number % EVERY_CHINESE === 0)
    return Array.from({ length: 20 }, () => chinese(Math.floor(random() * 2_000))).join('')
  // The logarithm of the rank is evenly distributed, so that words of a higher rank are rarer.
  return Array.from({ length: WORDS_EACH }, () => word(Math.floor(VOCABULARY ** random()) - 1)).join(' ')
}
