import type { HeldFor, RatingScore } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { changes, insertion, type RowWrite, writeRows } from '../../db/write-rows.ts'
import { workingTimeBetween } from '../organizations/index.ts'
import { advance, type Facts, openedFacts } from './advance.ts'
import { happeningsOf, heldSince } from './happenings.ts'
import { hasAskedBefore, selectFacts, selectHours, selectLastHandOver } from './queries.ts'

/** What a transaction is about to store of a conversation. */
interface Change {
  before: Row<'conversations'> | null
  after: Row<'conversations'>
  added: readonly Row<'messages'>[]
  entries: readonly Row<'thread_entries'>[]
  trace: Row<'receipts'> | null
}

/** Silence after which a conversation counts as ended, in milliseconds. */
export const QUIET_MS = 24 * 60 * 60 * 1000

/**
 * The writes that keep the facts of a conversation in step with a change of it, from when it is opened. A visitor's
 * further messages need no query and no write.
 */
export async function factWrites(tx: Tx, change: Change): Promise<RowWrite[]> {
  const { before, after } = change
  const told = {
    messages: change.added,
    entries: change.entries,
    traces: change.trace ? [change.trace] : [],
    deletedAt: after.deleted_at,
  }
  const hasBegun = (before?.asked_at ?? null) !== null
  const begins = !hasBegun && after.asked_at !== null
  const happenings = happeningsOf(told, {
    heldFor: await heldBefore(tx, change, begins),
    hasBegun,
    isNewVisitor: begins && !(await hasAskedBefore(tx, after)),
  })
  if (before && happenings.length === 0) return []
  const stored = before ? await selectFacts(tx, after.id) : undefined
  const facts = await timed(tx, happenings.reduce(advance, stored ?? openedFacts(after)))
  return stored ? changes('conversation_facts', stored, facts) : [insertion('conversation_facts', facts)]
}

/**
 * Why people had the conversation before the change; undefined if the AI answered. The entry that says so is read for
 * the visitor's first words alone: later on, no fact depends on it.
 */
async function heldBefore(tx: Tx, { before, after }: Change, begins: boolean): Promise<HeldFor | undefined> {
  if ((before ?? after).response_mode === 'ai') return undefined
  return heldSince(before && begins ? await selectLastHandOver(tx, after.id) : undefined)
}

/**
 * Adds to the facts how long the first human reply took, in the working hours as they are now, unless it is known. If a
 * person took over without being asked, nobody has waited, and nothing is timed.
 */
export async function timed(db: Db, facts: Facts): Promise<Facts> {
  if (facts.hand_over_reason === 'taken_over') return { ...facts, reply_ms: null }
  if (facts.human_replied_at === null || facts.handed_over_at === null || facts.reply_ms !== null) return facts
  const { zone, hours } = await selectHours(db, facts.organization_id)
  return { ...facts, reply_ms: workingTimeBetween(hours, zone, facts.handed_over_at, facts.human_replied_at) }
}

/** Counts a visitor's rating of an answer, or of the conversation. */
export async function noteRating(tx: Tx, conversationId: string, score: RatingScore, at: number): Promise<void> {
  const facts = await selectFacts(tx, conversationId)
  if (facts) await writeRows(tx, changes('conversation_facts', facts, advance(facts, { kind: 'rated', at, score })))
}
