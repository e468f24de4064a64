import { addToCounters, likePattern, sumCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ConversationFilter } from './queries.ts'

type Counted = Pick<Row<'conversations'>, 'agent_id' | 'status' | 'response_mode' | 'waiting_since'>

/** The counter of conversations that wait for a person. */
export const WAITING = 'waiting'

function namesOf(row: Counted): string[] {
  const names = [`conversations:${row.status}:${row.response_mode}`]
  return row.waiting_since === null ? names : [...names, WAITING]
}

/** Keeps an agent's totals right when a conversation comes (no `before`), changes, or goes (no `after`). */
export async function countConversation(
  tx: Tx,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const agentId = (after ?? before)?.agent_id
  if (!agentId) return
  const deltas: Record<string, number> = {}
  for (const name of before ? namesOf(before) : []) deltas[name] = (deltas[name] ?? 0) - 1
  for (const name of after ? namesOf(after) : []) deltas[name] = (deltas[name] ?? 0) + 1
  await addToCounters(tx, agentId, deltas)
}

export function totalConversations(db: Db, agentId: string, filter: ConversationFilter): Promise<number> {
  return sumCounters(db, agentId, patternOf(filter))
}

/** For `counterSum`: the counters whose sum is the total. */
export const totalPattern = (filter: ConversationFilter) => likePattern(patternOf(filter))

const patternOf = (filter: ConversationFilter) => `conversations:${filter.status ?? '*'}:${filter.response_mode ?? '*'}`
