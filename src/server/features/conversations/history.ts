import type { MessageAction } from '#contract/actions.ts'
import { searchQuery } from '../../adapters/models/search-query.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectMessages } from './queries.ts'

/** So many of the latest messages are the model's memory of the conversation. */
const HISTORY_MESSAGES = 20

export interface History {
  history: { role: Row<'messages'>['role']; content: string }[]
  /** What to look for in the agent's knowledge. */
  question: string
  /** The action that the visitor has just completed; the reply goes on from there. */
  completedAction: MessageAction | null
}

/** The end of a conversation as a model reads it, with what was filled in as text. */
export async function historyOf(db: Db, conversation: Row<'conversations'>): Promise<History> {
  const last = conversation.message_count
  const rows = await selectMessages(db, conversation.id, last - HISTORY_MESSAGES + 1, last)
  const history = rows.flatMap((row) => {
    const action = actionOf(row)
    const said = { role: row.role, content: row.content }
    if (action?.status !== 'completed') return [said]
    return [said, { role: 'visitor' as const, content: filledIn(action) }]
  })
  const latest = rows.at(-1)
  const completed = latest && actionOf(latest)
  return {
    history,
    question: searchQuery(history),
    completedAction: completed?.status === 'completed' ? completed : null,
  }
}

function actionOf(row: Row<'messages'>): MessageAction | null {
  return row.action === null ? null : (JSON.parse(row.action) as MessageAction)
}

function filledIn(action: MessageAction): string {
  const values: Record<string, unknown> = Object.assign({}, ...(action.result ?? []))
  const lines = action.fields.map((field) => `${field.label}: ${String(values[field.name] ?? '')}`)
  return [`${action.name}:`, ...lines].join('\n')
}
