import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/** What a line of the index is: its place in a thread, or what is known of the visitor. */
export type LineKind = 'message' | 'note' | 'visitor'

export interface SearchLine {
  /** Grows with the time of the line. */
  number: number
  organization_id: string
  conversation_id: string
  kind: LineKind
  message: number
  entry: number
}

/** How far an organization's index has got. */
export interface SearchPlace {
  organization_id: string
  /** The last event of the log whose conversation is up to date. */
  sequence: number
  /** Conversations with this id and later ones are in the index; null once all are. */
  backfilled_to: string | null
  checked_at: number
}

type SearchTables = {
  search_lines: SearchLine
  search_places: SearchPlace
}

/** Words that must follow one another; the last one may go on. */
interface Phrase {
  words: string[]
  isPrefix: boolean
}

export const searchTables = (db: Db) => db.withTables<SearchTables>()

const AT_ONCE = 1_000 // a statement may have 32,766 parameters at most
const idWord = (organizationId: string) => organizationId.replaceAll('-', '')

export async function insertLines(tx: Tx, lines: readonly (SearchLine & { words: string[] })[]): Promise<void> {
  const isPostgres = hasRowLocks(tx)
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE)
    const rows = some.map(({ words, ...line }) =>
      isPostgres ? { ...line, words: vectorOf(line.organization_id, words) } : line,
    )
    await searchTables(tx).insertInto('search_lines').values(rows).execute()
    if (isPostgres) continue
    const words = some.map((line) => sql`(${line.number}, ${idWord(line.organization_id)}, ${line.words.join(' ')})`)
    await sql`insert into search_words (rowid, organization, words) values ${sql.join(words)}`.execute(tx)
  }
}

const MOST_PLACES = 256 // of one word; PostgreSQL keeps no more

/** Words have no quotation marks or backslashes in them, so they need no escaping. */
function vectorOf(organizationId: string, words: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [index, word] of words.entries()) {
    const before = places.get(word)
    if (!before) places.set(word, [index + 1])
    else if (before.length < MOST_PLACES) before.push(index + 1)
  }
  return [`'=${idWord(organizationId)}'`, ...[...places].map(([word, at]) => `'${word}':${at.join(',')}`)].join(' ')
}

export async function removeLines(tx: Tx, numbers: readonly number[]): Promise<void> {
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const some = numbers.slice(at, at + AT_ONCE)
    await searchTables(tx).deleteFrom('search_lines').where('number', 'in', some).execute()
    if (!hasRowLocks(tx)) await sql`delete from search_words where rowid in (${sql.join(some)})`.execute(tx)
  }
}

const NEWEST = 3_000 // lines that PostgreSQL looks through before it asks its index

/** The lines that contain all of the phrases, newest first. */
export async function selectLines(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  { before, from, limit }: { before: number; from: number; limit: number },
): Promise<SearchLine[]> {
  const query = hasRowLocks(db) ? tsquery(organizationId, phrases) : matchOf(organizationId, phrases)
  if (!hasRowLocks(db)) {
    const found = sql<SearchLine>`select l.* from search_words as w cross join search_lines as l on l.number = w.rowid
      where w.search_words match ${query} and w.rowid < ${before} and w.rowid >= ${from} 
      order by w.rowid desc limit ${limit}`
    return (await found.execute(db)).rows
  }
  const columns = sql.raw('l.number, l.organization_id, l.conversation_id, l.kind, l.message, l.entry')
  const matches = sql<SqlBool>`l.words @@ ${query}::tsquery`
  // A common word is among the newest lines, where it is found without sorting all lines that have it.
  const newest = sql<SearchLine>`select ${columns} from (
      select * from search_lines where organization_id = ${organizationId} and number < ${before} and number >= ${from}
      order by number desc limit ${NEWEST}) as l
    where ${matches} order by l.number desc limit ${limit}`
  const { rows } = await newest.execute(db)
  if (rows.length === limit) return rows
  const found = sql<SearchLine>`with l as materialized (select ${columns} from search_lines as l where ${matches})
    select * from l where number < ${before} and number >= ${from} order by number desc limit ${limit}`
  return (await found.execute(db)).rows
}

/** Those of the conversations that have a line with all of the phrases, among lines from one number up to another. */
export async function selectIdsWithin(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  conversationIds: readonly string[],
  from: number,
  before: number,
): Promise<string[]> {
  const isPostgres = hasRowLocks(db)
  // The few lines of these conversations are looked at, not the many that have the words.
  const words = isPostgres
    ? sql`search_lines as l where l.words @@ ${tsquery(organizationId, phrases)}::tsquery`
    : sql`search_lines as l cross join search_words as w on w.rowid = l.number
      where w.search_words match ${matchOf(organizationId, phrases)}`
  const found = sql<{ id: string }>`select distinct l.conversation_id as id from ${words}
    and l.conversation_id in (${sql.join(conversationIds)}) and l.number >= ${from} and l.number < ${before}`
  return (await found.execute(db)).rows.map(({ id }) => id)
}

function matchOf(organizationId: string, phrases: readonly Phrase[]): string {
  const words = phrases.map(({ words, isPrefix }) => `words : "${words.join(' ')}"${isPrefix ? ' *' : ''}`)
  return [`organization : "${idWord(organizationId)}"`, ...words].join(' AND ')
}

function tsquery(organizationId: string, phrases: readonly Phrase[]): string {
  const words = phrases.map(({ words, isPrefix }) => {
    const quoted = words.map((word) => `'${word}'`).join(' <-> ')
    return `(${quoted}${isPrefix ? ':*' : ''})`
  })
  return [`'=${idWord(organizationId)}'`, ...words].join(' & ')
}
