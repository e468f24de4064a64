import type { MessageAction } from '#contract/actions.ts'
import { searchQuery } from '../../adapters/models/search-query.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectMessage, selectMessages } from './queries.ts'

/** How many of the latest messages a model is given. */
export const HISTORY_MESSAGES = 20

export interface History {
  history: { role: Row<'messages'>['role']; content: string }[]
  /** The text to search the agent's knowledge for. */
  question: string
  /** The action that the visitor has just completed; the reply goes on from there. */
  completedAction: MessageAction | null
}

/**
 * The end of a conversation as a model reads it. What a visitor has filled in becomes text, at the place of its form,
 * or at the end if that is what the reply answers.
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

/** What a visitor filled in, as text; an empty list while the form is still open. */
export function filledIn(action: MessageAction | null): History['history'] {
  if (action?.status !== 'completed') return []
  const values: Record<string, unknown> = Object.assign({}, ...(action.result ?? []))
  const lines = action.fields.map((field) => `${field.label}: ${String(values[field.name] ?? '')}`)
  return [{ role: 'visitor', content: [`${action.name}:`, ...lines].join('\n') }]
}
