import { addToCounters, likePattern, sumCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ConversationFilter } from './queries.ts'

type Counted = Pick<Row<'conversations'>, 'agent_id' | 'status' | 'response_mode' | 'waiting_since'>

/** Name of the counter of conversations whose visitors wait for a person. */
export const WAITING = 'waiting'
/** Name of the counter of conversations that the AI has and does not answer, unless the agent is disabled. */
export const NOT_ANSWERED = 'not_answered'

function namesOf(row: Counted): string[] {
  const names = [`conversations:${row.status}:${row.response_mode}`]
  return row.waiting_since === null ? names : [...names, row.response_mode === 'ai' ? NOT_ANSWERED : WAITING]
}

type Counting = Counted & Pick<Row<'conversations'>, 'deleted_at'>

/** Updates an agent's totals after a conversation was created (`before` is null), changed or deleted. */
export async function countConversation(tx: Tx, before: Counting | null, after: Counting): Promise<void> {
  const deltas: Record<string, number> = {}
  const add = (row: Counted, delta: number) => {
    for (const name of namesOf(row)) deltas[name] = (deltas[name] ?? 0) + delta
  }
  if (before) add(before, -1)
  if (after.deleted_at === null) add(after, 1)
  await addToCounters(tx, after.agent_id, deltas)
}

export function totalConversations(db: Db, agentId: string, filter: ConversationFilter): Promise<number> {
  return sumCounters(db, agentId, patternOf(filter))
}

/** A pattern for the counters whose sum is the number of matching conversations, for `counterSum`. */
export const totalPattern = (filter: ConversationFilter) => likePattern(patternOf(filter))

const patternOf = (filter: ConversationFilter) => `conversations:${filter.status ?? '*'}:${filter.response_mode ?? '*'}`
