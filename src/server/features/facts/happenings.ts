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

/** How matters stood when a part of a conversation began. */
export interface Before {
  /** Why people had the conversation; undefined if the AI answered. */
  heldFor: HeldFor | undefined
  /** Whether the visitor had written already. */
  hasBegun: boolean
  /** Whether the visitor had written to the agent in no other conversation; asked for with their first words alone. */
  isNewVisitor: boolean
}

/**
 * What happened in a part of a conversation, in the order of the thread; its deletion comes last. What the AI answers
 * before the visitor's first words is not counted, as a member of the team has tried it, nor is who has the conversation
 * until then: the first words tell why people have it, if they do.
 */
export function happeningsOf(told: Told, before: Before): Happening[] {
  const traces = new Map(told.traces.map((trace) => [trace.message_id, trace]))
  const parts = [
    ...told.messages.map((message) => ({ place: [message.position, 0], message, entry: undefined })),
    ...told.entries.map((entry) => ({ place: [entry.after_message, entry.number], entry, message: undefined })),
  ].toSorted((one, other) => one.place[0]! - other.place[0]! || one.place[1]! - other.place[1]!)
  const happenings: Happening[] = []
  let { heldFor, hasBegun } = before
  for (const { message, entry } of parts) {
    if (message && isOfVisitor(message) && !hasBegun) {
      hasBegun = true
      happenings.push({ kind: 'visitor_began', at: message.created_at, heldFor, isNewVisitor: before.isNewVisitor })
    }
    const happening = message ? ofMessage(message, traces.get(message.id)) : ofEntry(entry)
    if (happening && (hasBegun || happening.kind === 'closed' || happening.kind === 'reopened'))
      happenings.push(happening)
    if (entry?.type === 'handed_over') heldFor = reasonOf(entry)
    if (entry?.type === 'given_back') heldFor = undefined
  }
  if (told.deletedAt) happenings.push({ kind: 'deleted', at: told.deletedAt })
  return happenings
}

/** A message that a member of the team wrote to try the agent does not count as a visitor's. */
const isOfVisitor = ({ role, author_type }: Message): boolean => role === 'visitor' && author_type === null

function ofMessage({ role, created_at: at }: Message, trace: Trace | undefined): Happening | undefined {
  if (role === 'human') return { kind: 'person_wrote', at }
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
