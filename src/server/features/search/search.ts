import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { formatPosition } from '../conversations/index.ts'
import { inboxLines } from '../inbox/index.ts'
import {
  excerptOf,
  type FoundLines,
  numberOf,
  type SearchLine,
  selectIdsWithin,
  selectLines,
  selectMailText,
  type Term,
  termsOf,
  visitorText,
} from '../search-index/index.ts'
import { type ResultFilter, selectContent, selectFew, selectFound } from './queries.ts'

const PAGE = 20
const LINES_FIRST = 60 // lines read first; for most searches they hold a page of conversations
const LINES_NEXT = 300 // read next; enough for a page even if many lines of each conversation have the word
const LINES_MORE = 1_000
const ROUNDS = 4 // readings after which a page ends unfilled where filters let little through; the next page goes on
const FEW = 100 // if no more conversations than this pass a filter, only their lines are searched
const CONVERSATIONS_AT_ONCE = 500

interface Found {
  line: SearchLine
  conversation: Row<'conversations'>
}

/** Numbers of lines: this page's are from `from` to below `start`, those of earlier pages from there to below `end`. */
interface Range {
  from: number
  start: number
  end: number
}

/**
 * Finds conversations with a line that has all the words. Each is shown with the latest such line, latest first.
 * @throws AppError 422 on `cursor`
 */
export const search: Verb<'search'> = async (ctx, input) => {
  const { organization, query } = input
  const cursor = readCursor(query.cursor)
  const terms = termsOf(query.q)
  if (terms.length === 0) return { items: [], next_cursor: null }
  const db = ctx.database.read
  const end = query.to === undefined ? Number.MAX_SAFE_INTEGER : numberOf(Date.parse(query.to))
  const from = query.from === undefined ? 0 : numberOf(Date.parse(query.from))
  const range = { from, start: Math.min(cursor ?? end, end), end }
  const found: Found[] = []
  const seen = new Set<string>()
  const few = await selectFew(db, organization.id, query, FEW)
  let before: number | null = few?.length === 0 ? null : range.start
  for (let round = 0; before !== null && found.length <= PAGE && round < ROUNDS; round += 1) {
    const limit = [LINES_FIRST, LINES_NEXT][round] ?? LINES_MORE
    const { lines, next }: FoundLines = await selectLines(db, organization.id, terms, { before, from, limit }, few)
    const fresh = lines.filter(({ conversation_id: id }) => !seen.has(id) && seen.add(id))
    await addFound(db, found, fresh, { terms, query, organizationId: organization.id, range })
    before = next
  }
  const page = found.slice(0, PAGE)
  const next = found.length > PAGE ? page.at(-1)!.line.number : before
  const items = await Promise.all(page.map((one) => present(db, one, terms)))
  return {
    items: query.expand ? await withLines(ctx, organization.id, items) : items,
    next_cursor: next === null ? null : String(next),
  }
}

/** Adds the conversations of these lines that belong on the page, until it is full and one more is known. */
async function addFound(
  db: Db,
  found: Found[],
  lines: readonly SearchLine[],
  by: { organizationId: string; terms: readonly Term[]; query: ResultFilter; range: Range },
): Promise<void> {
  const { start, end } = by.range
  for (const some of batches(lines, CONVERSATIONS_AT_ONCE)) {
    if (found.length > PAGE) return
    const rows = await selectFound(db, idsOf(some), by.query)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const passing = some.filter((line) => byId.has(line.conversation_id))
    while (passing.length > 0 && found.length <= PAGE) {
      const next = passing.splice(0, PAGE + 1 - found.length)
      // If a later line of a conversation has the words too, an earlier page has shown the conversation.
      const shown = start === end ? [] : await selectIdsWithin(db, by.organizationId, by.terms, idsOf(next), start, end)
      for (const line of next)
        if (!shown.includes(line.conversation_id)) found.push({ line, conversation: byId.get(line.conversation_id)! })
    }
  }
}

const idsOf = (lines: readonly SearchLine[]) => lines.map((line) => line.conversation_id)

async function present(db: Db, { line, conversation }: Found, terms: readonly Term[]) {
  const text = await textOf(db, line, conversation)
  return {
    conversation_id: conversation.id,
    agent_id: conversation.agent_id,
    position: formatPosition({ message: line.message, number: line.entry }),
    ...excerptOf(text ?? '', terms),
  }
}

async function textOf(db: Db, line: SearchLine, conversation: Row<'conversations'>) {
  if (line.kind === 'visitor') return visitorText(conversation)
  return line.kind === 'mail' ? selectMailText(db, conversation.id) : selectContent(db, line)
}

async function withLines(ctx: Context, organizationId: string, items: Data<'search'>['items']) {
  const ids = items.map((item) => item.conversation_id)
  const lines = await inboxLines(ctx, organizationId, ids)
  return items.map((item) => ({ ...item, line: lines.get(item.conversation_id) }))
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$|^[1-8]\d{15}$/.test(cursor)) throw invalid('cursor', 'is not one this server gave out')
  return Number(cursor)
}
