import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { writeRows } from '../../db/write-rows.ts'
import { advance, type Facts, type Subject } from './advance.ts'
import { firstMode, happeningsOf, heldSince } from './happenings.ts'
import { staleHour, timed } from './keep-facts.ts'
import { hasAskedBefore, putFacts, selectFacts, selectThread } from './queries.ts'

/**
 * Counts a conversation's facts anew from its thread, and stores them if they differ. How long the first human reply
 * took is not measured again, since working hours may have changed meanwhile, unless the handover or that reply turns
 * out to have another time. The transaction must have locked the conversation.
 * @returns whether the facts differed
 */
export async function countAnew(tx: Tx, conversation: Row<'conversations'>): Promise<boolean> {
  const stored = await selectFacts(tx, conversation.id)
  const facts = await timed(tx, await told(tx, conversation, stored))
  if (!facts || isSame(stored, facts)) return false
  await putFacts(tx, facts)
  const hours = new Set([facts.started_at, stored?.started_at ?? facts.started_at])
  await writeRows(
    tx,
    [...hours].map((started_at) => staleHour({ ...facts, started_at })),
  )
  return true
}

const isSame = (stored: Facts | undefined, facts: Facts): boolean =>
  stored !== undefined && Object.entries(facts).every(([name, value]) => stored[name as keyof Facts] === value)

async function told(tx: Tx, conversation: Row<'conversations'>, stored: Facts | undefined): Promise<Facts | undefined> {
  const { messages, entries, ratings } = await selectThread(tx, conversation.id)
  const traces = messages.flatMap(({ id, decision }) => (decision ? [{ message_id: id, decision }] : []))
  const heldFor = firstMode(entries, conversation.response_mode) === 'human' ? heldSince(undefined) : undefined
  const happenings = happeningsOf({ messages, entries, traces, ratings, deletedAt: conversation.deleted_at }, heldFor)
  const first = happenings.find(({ kind }) => kind === 'visitor_wrote')
  if (!first) return undefined
  const { id, organization_id, agent_id, origin } = conversation
  const isNew = !(await hasAskedBefore(tx, { ...conversation, asked_at: first.at }))
  const subject: Subject = {
    id: stored?.id ?? newId(),
    conversation_id: id,
    organization_id,
    agent_id,
    origin,
    is_new_visitor: stored?.is_new_visitor ?? (isNew ? 1 : 0),
  }
  const facts = happenings.reduce<Facts | undefined>(
    (facts, happening) => advance(facts, happening, subject),
    undefined,
  )
  const isReplyKnown =
    facts && stored?.human_replied_at === facts.human_replied_at && stored.handed_over_at === facts.handed_over_at
  return facts && isReplyKnown ? { ...facts, reply_ms: stored.reply_ms } : facts
}
