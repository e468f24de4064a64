import type { MessageAction } from '#contract/actions.ts'
import { searchQuery } from '../../adapters/models/search-query.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectMessage, selectMessages } from './queries.ts'

/** So many of the latest messages are the model's memory of the conversation. */
export const HISTORY_MESSAGES = 20

export interface History {
  history: { role: Row<'messages'>['role']; content: string }[]
  /** What to look for in the agent's knowledge. */
  question: string
  /** The action that the visitor has just completed; the reply goes on from there. */
  completedAction: MessageAction | null
}

/**
 * The end of a conversation as a model reads it, with what was filled in as text: where it was asked for, or at the end
 * if that is what is to be answered.
 *
 * @param completedMessageId the message whose action has just been completed
 */
export async function historyOf(
  db: Db,
  conversation: Row<'conversations'>,
  completedMessageId?: string,
): Promise<History> {
  const last = conversation.message_count
  const rows = await selectMessages(db, conversation.id, last - HISTORY_MESSAGES + 1, last)
  const completed = completedMessageId
    ? (rows.find(({ id }) => id === completedMessageId) ??
      (await selectMessage(db, conversation.id, completedMessageId)))
    : undefined
  const completedAction = completed ? actionOf(completed) : null
  const history = rows.flatMap((row) => {
    const said = { role: row.role, content: row.content }
    return row.id === completed?.id ? [said] : [said, ...filledIn(actionOf(row))]
  })
  history.push(...filledIn(completedAction))
  return { history, question: searchQuery(history), completedAction }
}

function actionOf(row: Row<'messages'>): MessageAction | null {
  return row.action === null ? null : (JSON.parse(row.action) as MessageAction)
}

/** What a visitor filled in, as text; nothing where that is still to come. */
export function filledIn(action: MessageAction | null): History['history'] {
  if (action?.status !== 'completed') return []
  const values: Record<string, unknown> = Object.assign({}, ...(action.result ?? []))
  const lines = action.fields.map((field) => `${field.label}: ${String(values[field.name] ?? '')}`)
  return [{ role: 'visitor', content: [`${action.name}:`, ...lines].join('\n') }]
}
