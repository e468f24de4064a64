import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'
import { type SourceFilter, sourceIds } from './queries.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/

/**
 * The ids of sources with `words` as one string in title, address or text, newest first; also in texts not yet learnt.
 */
export async function findSourceIds(db: Db, agentId: string, words: string, filter: SourceFilter): Promise<string[]> {
  const has = (column: string) => contains(db, sql.ref(column), words)
  const rows = await sourceIds(db, agentId, filter)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        has('sources.title'),
        and([eb('sources.type', 'in', typesOf('address', 'text')), has('sources.content')]),
        exists(
          selectFrom('chunks')
            .select('chunks.id')
            .where('chunks.agent_id', '=', agentId)
            .whereRef('chunks.source_id', '=', 'sources.id')
            .where(({ or: either }) => either([has('chunks.content'), has('chunks.heading')])),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a column contains words in any case. Databases may ignore it in ASCII only, so usual spellings are tried. */
function contains(db: Db, column: ReturnType<typeof sql.ref>, words: string) {
  const isLike = sql.raw(hasRowLocks(db) ? 'ilike' : 'like')
  const first = words.slice(0, 1)
  const written = [words, words.toLowerCase(), words.toUpperCase(), first.toUpperCase() + words.slice(1).toLowerCase()]
  const tried = words.toLowerCase() === words.toUpperCase() || IS_ASCII.test(words) ? [words] : [...new Set(written)]
  const all = tried.map((one) => sql`${column} ${isLike} ${patternOf(one)} escape '\\'`)
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

const patternOf = (words: string) => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`
