import { type SqlBool, sql } from 'kysely'
import { batches } from './batches.ts'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/**
 * Which words a line of the index contains: those of a message, of a private note, or of the visitor's name, e-mail
 * address and id.
 */
export type LineKind = 'message' | 'note' | 'visitor'

export interface SearchLine {
  /** The id of the line. It grows with the time of the message or note, or of the conversation for a visitor's line. */
  number: number
  organization_id: string
  conversation_id: string
  kind: LineKind
  /** The position of the message; for a note, that of the message before it; for a visitor's line, 0. */
  message: number
  /** A note's number among the thread entries after that message; otherwise 0. */
  entry: number
}

/** How far an organization's index has got. */
export interface SearchPlace {
  organization_id: string
  /** The index has what happened up to this event of the log. */
  sequence: number
  /**
   * Conversations from before the index are added from the latest to the earliest. Those from this id on are in the
   * index; empty: none are yet; null: all are.
   */
  backfilled_to: string | null
  checked_at: number
}

type SearchTables = {
  search_lines: SearchLine
  search_places: SearchPlace
}

/** Words that must follow one another. With `isPrefix`, the last one may be just the beginning of a word. */
interface Phrase {
  words: string[]
  isPrefix: boolean
}

export const searchTables = (db: Db) => db.withTables<SearchTables>()

const AT_ONCE = 1_000 // a statement may have 32,766 parameters at most
const idWord = (organizationId: string) => organizationId.replaceAll('-', '')

export async function insertLines(tx: Tx, lines: readonly (SearchLine & { words: string[] })[]): Promise<void> {
  const isPostgres = hasRowLocks(tx)
  for (const some of batches(lines, AT_ONCE)) {
    const rows = some.map(({ words, ...line }) =>
      isPostgres ? { ...line, words: vectorOf(line.organization_id, words) } : line,
    )
    await searchTables(tx).insertInto('search_lines').values(rows).execute()
    if (isPostgres) continue
    const words = some.map((line) => sql`(${line.number}, ${idWord(line.organization_id)}, ${line.words.join(' ')})`)
    await sql`insert into search_words (rowid, organization, words) values ${sql.join(words)}`.execute(tx)
  }
}

const MOST_PLACES = 256 // positions kept of a word in a text, the most that PostgreSQL keeps

/**
 * The words of a line as the text of a `tsvector`, with the organization as a word of its own. Words have no quotation
 * marks or backslashes in them, so they need no escaping.
 */
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
  for (const some of batches(numbers, AT_ONCE)) {
    await searchTables(tx).deleteFrom('search_lines').where('number', 'in', some).execute()
    if (!hasRowLocks(tx)) await sql`delete from search_words where rowid in (${sql.join(some)})`.execute(tx)
  }
}

/** Which lines a search looks at, by their numbers from `from` to below `before`, and how many it wants at most. */
interface Range {
  before: number
  from: number
  limit: number
}

export interface FoundLines {
  /** The newest first. */
  lines: SearchLine[]
  /**
   * What to pass as `before` for the lines that follow, if any match; null once it is known that no older line does.
   */
  next: number | null
}

/**
 * The newest lines that contain all phrases: at most `limit`, and perhaps fewer although more follow, as `next` says.
 */
export function selectLines(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  range: Range,
): Promise<FoundLines> {
  return hasRowLocks(db)
    ? selectPostgresLines(db, organizationId, tsquery(organizationId, phrases), range)
    : selectSqliteLines(db, organizationId, phrases, range)
}

const upTo = (limit: number, lines: SearchLine[]): FoundLines => ({
  lines,
  next: lines.length < limit ? null : lines.at(-1)!.number,
})

const NEWEST_ON_SQLITE = 2_000 // lines that are read one after the other before the index of words is used
const NEWEST_ON_POSTGRES = 4_000
const FREQUENT = 4 // with so many matches among the newest lines, words count as frequent

/**
 * For the beginning of a word, SQLite's index of words collects the lines of all words that begin so, however few are
 * wanted. Frequent words are found sooner by reading the newest lines, those of all organizations, and rare words by
 * the index.
 */
async function selectSqliteLines(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  { before, from, limit }: Range,
): Promise<FoundLines> {
  const oldest = sql<{ number: number }>`select number from search_lines where number < ${before} and number >= ${from}
    order by number desc limit 1 offset ${NEWEST_ON_SQLITE - 1}`
  const end = (await oldest.execute(db)).rows[0]?.number
  const newest = sql<SearchLine>`select l.* from search_lines as l cross join search_words as w on w.rowid = l.number
    where l.number < ${before} and l.number >= ${end ?? from} and l.organization_id = ${organizationId}
    and ${sql.join(phrases.map(contains), sql` and `)} order by l.number desc limit ${limit}`
  const lines = (await newest.execute(db)).rows
  if (end === undefined || lines.length === limit) return upTo(limit, lines)
  if (lines.length >= FREQUENT) return { lines, next: end }
  const older = sql<SearchLine>`select l.* from search_words as w cross join search_lines as l on l.number = w.rowid
    where w.search_words match ${matchOf(organizationId, phrases)} and w.rowid < ${end} and w.rowid >= ${from}
    order by w.rowid desc limit ${limit - lines.length}`
  return upTo(limit, [...lines, ...(await older.execute(db)).rows])
}

/** The condition that a line's words, which have one space between them, contain the phrase. */
const contains = ({ words, isPrefix }: Phrase) =>
  sql<SqlBool>`instr(' ' || w.words || ' ', ${` ${words.join(' ')}${isPrefix ? '' : ' '}`}) > 0`

/**
 * PostgreSQL's index of words has no order: it yields all lines that have the words, however few are wanted. Frequent
 * words are found sooner by reading the organization's newest lines, and rare words by the index.
 */
async function selectPostgresLines(
  db: Db,
  organizationId: string,
  query: string,
  { before, from, limit }: Range,
): Promise<FoundLines> {
  const columns = sql.raw('number, organization_id, conversation_id, kind, message, entry')
  const matches = sql<SqlBool>`words @@ ${query}::tsquery`
  const ofOrganization = sql`search_lines where organization_id = ${organizationId} and number < ${before}`
  const oldest = sql<{ number: number }>`select number from ${ofOrganization} and number >= ${from}
    order by number desc offset ${NEWEST_ON_POSTGRES - 1} limit 1`
  const end = (await oldest.execute(db)).rows[0]?.number
  const newest = sql<SearchLine>`select ${columns} from ${ofOrganization} and number >= ${end ?? from} and ${matches}
    order by number desc limit ${limit}`
  const lines = (await newest.execute(db)).rows
  if (end === undefined || lines.length === limit) return upTo(limit, lines)
  if (lines.length >= FREQUENT) return { lines, next: end }
  const older = sql<SearchLine>`with l as materialized (select ${columns} from search_lines where ${matches})
    select * from l where number < ${end} and number >= ${from} order by number desc limit ${limit - lines.length}`
  return upTo(limit, [...lines, ...(await older.execute(db)).rows])
}

/** The newest lines of these conversations that contain all of the phrases. */
export async function selectLinesWithin(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  conversationIds: readonly string[],
  { before, from, limit }: Range,
): Promise<FoundLines> {
  const found = sql<SearchLine>`select l.number, l.organization_id, l.conversation_id, l.kind, l.message, l.entry
    from ${linesWithin(db, organizationId, phrases, conversationIds)} and l.number >= ${from} and l.number < ${before}
    order by l.number desc limit ${limit}`
  return upTo(limit, (await found.execute(db)).rows)
}

/**
 * Those of the conversations that have a line with all phrases and a number from `from` up to, not including, `before`.
 */
export async function selectIdsWithin(
  db: Db,
  organizationId: string,
  phrases: readonly Phrase[],
  conversationIds: readonly string[],
  from: number,
  before: number,
): Promise<string[]> {
  const found = sql<{ id: string }>`select distinct l.conversation_id as id
    from ${linesWithin(db, organizationId, phrases, conversationIds)} and l.number >= ${from} and l.number < ${before}`
  return (await found.execute(db)).rows.map(({ id }) => id)
}

/**
 * The tables and the condition of a query for lines of these conversations. The order of the tables makes SQLite look
 * at the few lines of the conversations, and not at the many that have the words.
 */
function linesWithin(db: Db, organizationId: string, phrases: readonly Phrase[], conversationIds: readonly string[]) {
  const words = hasRowLocks(db)
    ? sql`search_lines as l where l.words @@ ${tsquery(organizationId, phrases)}::tsquery`
    : sql`search_lines as l cross join search_words as w on w.rowid = l.number
      where w.search_words match ${matchOf(organizationId, phrases)}`
  return sql`${words} and l.conversation_id in (${sql.join(conversationIds)})`
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
