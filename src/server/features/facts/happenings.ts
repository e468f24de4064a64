import type { HandOverReason, HeldFor } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import type { Happening } from './advance.ts'

type Message = Pick<Row<'messages'>, 'id' | 'position' | 'role' | 'author_type' | 'created_at'>
type Entry = Pick<Row<'thread_entries'>, 'after_message' | 'number' | 'type' | 'details' | 'created_at'>
type Trace = Pick<Row<'receipts'>, 'message_id' | 'decision' | 'is_own_key'>

export interface Told {
  messages: readonly Message[]
  /** What happened between the messages. */
  entries: readonly Entry[]
  /** The answer traces of those messages that the AI wrote as answers. */
  traces: readonly Trace[]
  deletedAt?: number | null
}

/**
 * What happened in a part of a conversation, in the order of the thread; its deletion comes last.
 * @param heldFor why people had the conversation when the part began; undefined if the AI answered
 */
export function happeningsOf(told: Told, heldFor: HeldFor | undefined): Happening[] {
  const traces = new Map(told.traces.map((trace) => [trace.message_id, trace]))
  const parts = [
    ...told.messages.map((message) => ({ place: [message.position, 0], message, entry: undefined })),
    ...told.entries.map((entry) => ({ place: [entry.after_message, entry.number], entry, message: undefined })),
  ].toSorted((one, other) => one.place[0]! - other.place[0]! || one.place[1]! - other.place[1]!)
  const happenings: Happening[] = []
  for (const { message, entry } of parts) {
    const happening = message ? ofMessage(message, traces.get(message.id), heldFor) : ofEntry(entry)
    if (happening) happenings.push(happening)
    if (entry?.type === 'handed_over') heldFor = reasonOf(entry)
    if (entry?.type === 'given_back') heldFor = undefined
  }
  if (told.deletedAt) happenings.push({ kind: 'deleted', at: told.deletedAt })
  return happenings
}

function ofMessage(
  { role, author_type, created_at: at }: Message,
  trace: Trace | undefined,
  heldFor: HeldFor | undefined,
): Happening | undefined {
  if (role === 'human') return { kind: 'person_wrote', at }
  // A message that a member of the team wrote to try the agent does not count as a visitor's.
  if (role === 'visitor') return author_type === null ? { kind: 'visitor_wrote', at, heldFor } : undefined
  return trace && { kind: 'ai_answered', at, decision: trace.decision, isOwnKey: trace.is_own_key === 1 }
}

function ofEntry(entry: Entry): Happening | undefined {
  const { type, created_at: at } = entry
  if (type === 'closed' || type === 'reopened') return { kind: type, at }
  return type === 'handed_over' ? { kind: 'handed_over', at, reason: reasonOf(entry) } : undefined
}

/** Why a conversation was handed over: by a wish, by a rule, or because a person took it over unasked. */
const reasonOf = ({ details }: Pick<Entry, 'details'>): HeldFor =>
  (JSON.parse(details ?? '{}') as { reason?: HandOverReason }).reason ?? 'taken_over'

/** Why people have a conversation, by the entry of its last handover; `people_only` if it never was handed over. */
export const heldSince = (handOver: Pick<Entry, 'details'> | undefined): HeldFor =>
  handOver ? reasonOf(handOver) : 'people_only'
