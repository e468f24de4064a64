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

const idWord = (organizationId: string) => organizationId.replaceAll('-', '')

export async function insertLines(tx: Tx, lines: readonly (SearchLine & { words: string[] })[]): Promise<void> {
  if (lines.length === 0) return
  if (hasRowLocks(tx)) {
    const rows = lines.map((line) => ({ ...line, words: vectorOf(line.organization_id, line.words) }))
    await searchTables(tx).insertInto('search_lines').values(rows).execute()
    return
  }
  const rows = lines.map(({ words: _, ...line }) => line)
  await searchTables(tx).insertInto('search_lines').values(rows).execute()
  for (const { number, organization_id, words } of lines)
    await sql`insert into search_words (rowid, organization, words)
      values (${number}, ${idWord(organization_id)}, ${words.join(' ')})`.execute(tx)
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
  if (numbers.length === 0) return
  await searchTables(tx).deleteFrom('search_lines').where('number', 'in', numbers).execute()
  if (!hasRowLocks(tx)) await sql`delete from search_words where rowid in (${sql.join(numbers)})`.execute(tx)
}

const NEWEST = 3_000 // lines that PostgreSQL looks through before it asks its index

/** The lines that contain all of the phrases, newest first. */
export async function selectLines(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  { before, from, limit, conversations }: { before: number; from: number; limit: number; conversations?: string[] },
): Promise<SearchLine[]> {
  const query = hasRowLocks(db) ? tsquery(organizationId, phrases) : matchOf(organizationId, phrases)
  const among = conversations ? sql`and l.conversation_id in (${sql.join(conversations)})` : sql``
  if (!hasRowLocks(db)) {
    const found = sql<SearchLine>`select l.* from search_words as w cross join search_lines as l on l.number = w.rowid
      where w.search_words match ${query} and w.rowid < ${before} and w.rowid >= ${from} ${among}
      order by w.rowid desc limit ${limit}`
    return (await found.execute(db)).rows
  }
  const columns = sql.raw('l.number, l.organization_id, l.conversation_id, l.kind, l.message, l.entry')
  const matches = sql<SqlBool>`l.words @@ ${query}::tsquery`
  if (!conversations) {
    // A common word is among the newest lines, where it is found without sorting all lines that have it.
    const newest = sql<SearchLine>`select ${columns} from (
        select * from search_lines where organization_id = ${organizationId} and number < ${before} and number >= ${from}
        order by number desc limit ${NEWEST}) as l
      where ${matches} order by l.number desc limit ${limit}`
    const { rows } = await newest.execute(db)
    if (rows.length === limit) return rows
  }
  const found = sql<SearchLine>`with l as materialized (select ${columns} from search_lines as l where ${matches} ${among})
    select * from l where number < ${before} and number >= ${from} order by number desc limit ${limit}`
  return (await found.execute(db)).rows
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
