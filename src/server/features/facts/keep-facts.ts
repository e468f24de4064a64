import type { HeldFor, RatingScore } from '#contract/enums.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { changes, insertion, type RowWrite, writeRows } from '../../db/write-rows.ts'
import { workingTimeBetween } from '../organizations/index.ts'
import { advance, type Facts, type Happening } from './advance.ts'
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
 * The writes that keep the facts of a conversation in step with a change of it. A visitor's further messages need no
 * query and no write.
 */
export async function factWrites(tx: Tx, change: Change): Promise<RowWrite[]> {
  const { before, after } = change
  if (after.asked_at === null) return []
  const told = {
    messages: change.added,
    entries: change.entries,
    traces: change.trace ? [change.trace] : [],
    deletedAt: after.deleted_at,
  }
  const isBegun = (before?.asked_at ?? null) !== null
  const happenings = happeningsOf(told, await heldBefore(tx, change, isBegun))
  if (isBegun && happenings.every(({ kind }) => kind === 'visitor_wrote')) return []
  const stored = isBegun ? await selectFacts(tx, after.id) : undefined
  const subject = stored ?? {
    id: newId(),
    conversation_id: after.id,
    organization_id: after.organization_id,
    agent_id: after.agent_id,
    origin: after.origin,
    is_new_visitor: (await hasAskedBefore(tx, after)) ? (0 as const) : (1 as const),
  }
  const facts = await timed(
    tx,
    happenings.reduce((facts, happening) => advance(facts, happening, subject), stored),
  )
  if (!facts) return []
  return stored ? changes('conversation_facts', stored, facts) : [insertion('conversation_facts', facts)]
}

/**
 * Why people had the conversation before the change; undefined if the AI answered. The entry that says so is read for
 * the visitor's first words alone: later on, no fact depends on it.
 */
async function heldBefore(tx: Tx, { before, after }: Change, isBegun: boolean): Promise<HeldFor | undefined> {
  if ((before ?? after).response_mode === 'ai') return undefined
  return heldSince(before && !isBegun ? await selectLastHandOver(tx, after.id) : undefined)
}

/**
 * Adds to the facts how long the first human reply took, in the working hours as they are now, unless it is known. If a
 * person took over without being asked, nobody has waited, and nothing is timed.
 */
export async function timed(db: Db, facts: Facts | undefined): Promise<Facts | undefined> {
  if (facts?.hand_over_reason === 'taken_over') return { ...facts, reply_ms: null }
  if (!facts || facts.human_replied_at === null || facts.handed_over_at === null || facts.reply_ms !== null)
    return facts
  const { zone, hours } = await selectHours(db, facts.organization_id)
  return { ...facts, reply_ms: workingTimeBetween(hours, zone, facts.handed_over_at, facts.human_replied_at) }
}

/** Counts a visitor's rating of an answer, or of the conversation. */
export async function noteRating(tx: Tx, conversationId: string, score: RatingScore, at: number): Promise<void> {
  const facts = await selectFacts(tx, conversationId)
  const rated: Happening = { kind: 'rated', at, score }
  const after = facts && advance(facts, rated, facts)
  if (!after) return
  await writeRows(tx, changes('conversation_facts', facts, after))
}
