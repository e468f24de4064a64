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

interface Counting {
  /** Missing where the conversation comes. */
  before?: Counted
  /** Missing where it goes. */
  after?: Counted
}

/** Keeps agents' totals right when conversations come, change or go. It locks what all of an agent's count in: late. */
export async function countConversations(tx: Tx, changes: readonly Counting[]): Promise<void> {
  const agents = new Map<string, Record<string, number>>()
  const add = (row: Counted, delta: number) => {
    const deltas = agents.get(row.agent_id) ?? {}
    agents.set(row.agent_id, deltas)
    for (const name of namesOf(row)) deltas[name] = (deltas[name] ?? 0) + delta
  }
  for (const { before, after } of changes) {
    if (before) add(before, -1)
    if (after) add(after, 1)
  }
  for (const [agentId, deltas] of [...agents].sort()) await addToCounters(tx, agentId, deltas)
}

export function totalConversations(db: Db, agentId: string, filter: ConversationFilter): Promise<number> {
  return sumCounters(db, agentId, patternOf(filter))
}

/** For `counterSum`: the counters whose sum is the total. */
export const totalPattern = (filter: ConversationFilter) => likePattern(patternOf(filter))

const patternOf = (filter: ConversationFilter) => `conversations:${filter.status ?? '*'}:${filter.response_mode ?? '*'}`
