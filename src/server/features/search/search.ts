import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { type SearchLine, selectLines } from '../../db/search-index.ts'
import { invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { formatPosition } from '../conversations/index.ts'
import { selectContent, selectFound } from './queries.ts'
import { numberOf } from './update-index.ts'
import { visitorText } from './visitor-text.ts'
import { excerptOf, termsOf } from './words.ts'

const PAGE = 20
const LINES_AT_ONCE = 200

/** Finds conversations with a line that has all the words. Each is shown with the latest such line, latest first. */
export async function search(ctx: Context, input: VerbInput<'search'>): Promise<Data<'search'>> {
  const { organization, query } = input
  const terms = termsOf(query.q)
  if (terms.length === 0) return { items: [], next_cursor: null }
  const db = ctx.database.read
  const end = query.to === undefined ? Number.MAX_SAFE_INTEGER : numberOf(Date.parse(query.to))
  const from = query.from === undefined ? 0 : numberOf(Date.parse(query.from))
  const start = Math.min(readCursor(query.cursor) ?? end, end)
  const found: { line: SearchLine; conversation: Row<'conversations'> }[] = []
  const seen = new Set<string>()
  let before = start
  for (;;) {
    const lines = await selectLines(db, organization.id, terms, { before, from, limit: LINES_AT_ONCE })
    const fresh: SearchLine[] = []
    for (const line of lines) {
      if (!seen.has(line.conversation_id)) fresh.push(line)
      seen.add(line.conversation_id)
    }
    const rows = fresh.length === 0 ? [] : await selectFound(db, idsOf(fresh), query)
    const shown = await shownBefore(ctx, organization.id, terms, rows, start, end)
    const byId = new Map(rows.filter(({ id }) => !shown.has(id)).map((row) => [row.id, row]))
    for (const line of fresh) {
      const conversation = byId.get(line.conversation_id)
      if (conversation) found.push({ line, conversation })
    }
    if (lines.length < LINES_AT_ONCE || found.length > PAGE) break
    before = lines.at(-1)!.number
  }
  const page = found.slice(0, PAGE)
  const items = []
  for (const { line, conversation } of page) {
    const isVisitor = line.kind === 'visitor'
    const text = isVisitor ? visitorText(conversation) : await selectContent(db, line)
    items.push({
      conversation_id: conversation.id,
      agent_id: conversation.agent_id,
      position: formatPosition({ message: line.message, number: line.entry }),
      ...excerptOf(text ?? '', terms),
    })
  }
  return { items, next_cursor: found.length > PAGE ? String(page.at(-1)!.line.number) : null }
}

const idsOf = (lines: readonly SearchLine[]) => lines.map((line) => line.conversation_id)

/** Which of the conversations an earlier page has shown with a later line. */
async function shownBefore(
  ctx: Context,
  organizationId: string,
  terms: ReturnType<typeof termsOf>,
  rows: readonly Row<'conversations'>[],
  start: number,
  end: number,
): Promise<Set<string>> {
  if (start === end || rows.length === 0) return new Set()
  const within = { before: end, from: start, limit: Number.MAX_SAFE_INTEGER, conversations: rows.map(({ id }) => id) }
  return new Set(idsOf(await selectLines(ctx.database.read, organizationId, terms, within)))
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$|^[1-8]\d{15}$/.test(cursor)) throw invalid('cursor', 'is not one this server gave out')
  return Number(cursor)
}
