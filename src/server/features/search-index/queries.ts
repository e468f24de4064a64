import { sql } from 'kysely'
import { bareSubject } from '#contract/bare-subject.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import type { Row } from '../../db/rows.ts'
import { streamRows } from '../../db/stream-rows.ts'
import { insertsOf } from '../../db/table-rows.ts'
import type { LineKind } from '../../db/tables/search.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Term } from './words.ts'

export const { insertAll: insertLines } = insertsOf('search_lines')

export type SearchLine = Omit<Row<'search_lines'>, 'words'>

const MOST_PLACES = 256 // positions kept of a word in a text, the most that PostgreSQL keeps
const LEFT_OUT = '-' // stands for a word of which no more positions were kept; no word consists of signs

/**
 * A line's words as the database takes them: PostgreSQL as the text of a `tsvector`, with the organization as a word of
 * its own; SQLite with a space between them. Words have no quotation marks or backslashes in them, so they need no
 * escaping.
 */
export function wordsFor(db: Db, organizationId: string, words: readonly string[]): string {
  if (!hasRowLocks(db)) return words.join(' ')
  const places = new Map<string, number[]>()
  for (const [index, word] of words.entries()) {
    if (word === LEFT_OUT) continue
    const before = places.get(word)
    if (!before) places.set(word, [index + 1])
    else if (before.length < MOST_PLACES) before.push(index + 1)
  }
  return [`'=${organizationId}'`, ...[...places].map(([word, at]) => `'${word}':${at.join(',')}`)].join(' ')
}

/** The words of a line that the database has, with a space between them, as `wordsFor` was given them. */
function plainWords(db: Db, stored: string): string {
  if (!hasRowLocks(db)) return stored
  const words: string[] = []
  for (const [, word = '', places = ''] of stored.matchAll(/'([^']+)'(?::([\d,]+))?/g))
    for (const place of places.split(',').filter(Boolean)) words[Number(place) - 1] = word
  return Array.from(words, (word) => word ?? LEFT_OUT).join(' ')
}

/** Reads all lines as SQLite has them, whichever database they are in: with plain words, and each a number of its own. */
export async function* streamLines(db: Db): AsyncGenerator<Row<'search_lines'>> {
  const lines = db.selectFrom('search_lines').selectAll().orderBy('number')
  let last = 0
  for await (const line of streamRows(
    db,
    lines.orderBy('conversation_id').orderBy('kind').orderBy('message').orderBy('entry'),
  )) {
    last = Math.max(line.number, last + 1)
    yield { ...line, number: last, words: plainWords(db, line.words) }
  }
}

/** A line that `streamLines` has read, as the database takes it. A text of signs alone has no words. */
export const lineFor = (db: Db, line: Row<'search_lines'>): Row<'search_lines'> => ({
  ...line,
  words: wordsFor(db, line.organization_id, line.words.split(' ').filter(Boolean)),
})

export async function selectHighestNumber(db: Db, below = Number.MAX_SAFE_INTEGER): Promise<number> {
  const lines = db.selectFrom('search_lines').select('number').where('number', '<', below)
  const query = lines.orderBy('number', 'desc').limit(1)
  return (await query.executeTakeFirst())?.number ?? 0
}

/** Which line of a conversation. */
interface Place {
  kind: LineKind
  message: number
  entry: number
}

const lineAt = ({ kind, message, entry }: Place) => ({ kind, message, entry })

/** @returns whether there is such a line */
export async function changeLine(tx: Tx, conversationId: string, place: Place, words: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('search_lines')
    .set({ words })
    .where('conversation_id', '=', conversationId)
    .where((line) => line.and(lineAt(place)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The latest mails of a conversation whose subjects are searched, and the latest files whose names are. */
const MOST_MAILS = 100
const MOST_FILES = 1_000

/** The subjects of a conversation's mails, the addresses of who takes part, and the names of files: one line of text. */
export async function selectMailText(db: Db, conversationId: string): Promise<string> {
  const thread = await db
    .selectFrom('mail_threads')
    .select(['subject', 'participants'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  const mails = await db
    .selectFrom('mails')
    .select('subject')
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(MOST_MAILS)
    .execute()
  const files = await db
    .selectFrom('attachments')
    .select('name')
    .where('conversation_id', '=', conversationId)
    .where('mail_id', 'is not', null)
    .orderBy('mail_id', 'desc')
    .orderBy('position')
    .limit(MOST_FILES)
    .execute()
  const subjects = [thread, ...mails].map((one) => one?.subject ?? '')
  const unique = new Map(subjects.map((subject) => [bareSubject(subject), subject]).toReversed() as [string, string][])
  const parts = [
    ...[...unique.values()].toReversed(),
    ...JSON.parse(thread?.participants ?? '[]'),
    ...new Set(files.map(({ name }) => name)),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Takes one line of a conversation out of the index, or all. */
export async function removeLines(tx: Tx, conversationId: string, place?: Place): Promise<void> {
  let query = tx.deleteFrom('search_lines').where('conversation_id', '=', conversationId)
  if (place) query = query.where((line) => line.and(lineAt(place)))
  await query.execute()
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
  /** What to pass as `before` for the lines that follow; null if no older line matches. */
  next: number | null
}

const columns = sql.raw('l.number, l.organization_id, l.conversation_id, l.kind, l.message, l.entry')

/**
 * The newest lines that contain all terms. SQLite reads them from its index of words, which is in the order of the
 * numbers. PostgreSQL decides by its statistics of words whether it reads an organization's newest lines, or all that
 * its index of words has and sorts them.
 * @param conversationIds looks at lines of these conversations alone
 */
export async function selectLines(
  db: Db,
  organizationId: string,
  terms: readonly Term[],
  { before, from, limit }: Range,
  conversationIds?: readonly string[],
): Promise<FoundLines> {
  const lines = conversationIds
    ? linesWithin(db, organizationId, terms, conversationIds)
    : hasRowLocks(db)
      ? sql`search_lines as l where l.organization_id = ${organizationId}
          and l.words @@ ${tsquery(organizationId, terms)}::tsquery`
      : sql`search_words as w cross join search_lines as l on l.number = w.rowid
          where w.search_words match ${matchOf(organizationId, terms)}`
  const number = hasRowLocks(db) || conversationIds ? sql`l.number` : sql`w.rowid`
  const found = await sql<SearchLine>`select ${columns} from ${lines} and ${number} < ${before} and ${number} >= ${from}
    order by ${number} desc limit ${limit}`.execute(db)
  return { lines: found.rows, next: found.rows.length < limit ? null : found.rows.at(-1)!.number }
}

/** Those of the conversations that have a line with all terms and a number from `from` up to, not including, `before`. */
export async function selectIdsWithin(
  db: Db,
  organizationId: string,
  terms: readonly Term[],
  conversationIds: readonly string[],
  from: number,
  before: number,
): Promise<string[]> {
  const found = sql<{ id: string }>`select distinct l.conversation_id as id
    from ${linesWithin(db, organizationId, terms, conversationIds)} and l.number >= ${from} and l.number < ${before}`
  return (await found.execute(db)).rows.map(({ id }) => id)
}

/**
 * The tables and the condition of a query for lines of these conversations. The order of the tables makes SQLite look
 * at the few lines of the conversations, and not at the many that have the words.
 */
function linesWithin(db: Db, organizationId: string, terms: readonly Term[], conversationIds: readonly string[]) {
  const words = hasRowLocks(db)
    ? sql`search_lines as l where l.words @@ ${tsquery(organizationId, terms)}::tsquery`
    : sql`search_lines as l cross join search_words as w on w.rowid = l.number
      where w.search_words match ${matchOf(organizationId, terms)}`
  return sql`${words} and l.conversation_id in (${sql.join(conversationIds)})`
}

function matchOf(organizationId: string, terms: readonly Term[]): string {
  const words = terms.map(({ words, isPrefix }) => `words : "${words.join(' ')}"${isPrefix ? ' *' : ''}`)
  return [`organization_id : "${organizationId}"`, ...words].join(' AND ')
}

function tsquery(organizationId: string, terms: readonly Term[]): string {
  const words = terms.map(({ words, isPrefix }) => {
    const quoted = words.map((word) => `'${word}'`).join(' <-> ')
    return `(${quoted}${isPrefix ? ':*' : ''})`
  })
  return [`'=${organizationId}'`, ...words].join(' & ')
}
