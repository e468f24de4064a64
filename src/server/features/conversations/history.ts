import type { MessageAction } from '#contract/actions.ts'
import { searchQuery } from '../../adapters/models/search-query.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectMessage, selectMessages } from './message-queries.ts'

/** Number of messages a model gets, the latest ones. */
export const HISTORY_MESSAGES = 20

export interface History {
  history: { role: Row<'messages'>['role']; content: string }[]
  /** The text to search the agent's knowledge for; null where a completed action is confirmed, which needs none. */
  question: string | null
  /** The action that the visitor has just completed, which the reply follows; null if none. */
  completedAction: MessageAction | null
}

/**
 * The latest messages of a conversation, in the form a model reads. A filled-in form becomes text at its place in the
 * conversation, or at the end if the reply is to answer it.
 * @param completedMessageId the message whose action was just completed
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
  return { history, question: completedAction ? null : searchQuery(history), completedAction }
}

/**
 * What a model read to make a reply that is stored, and the visitor's message that it answers.
 * @param position the reply's place in the conversation
 */
export async function historyBefore(
  db: Db,
  conversationId: string,
  position: number,
): Promise<History & { asked: Row<'messages'> | undefined }> {
  const rows = await selectMessages(db, conversationId, position - HISTORY_MESSAGES, position - 1)
  const history = rows.flatMap((row) => [{ role: row.role, content: row.content }, ...filledIn(actionOf(row))])
  const asked = rows.findLast(({ role }) => role === 'visitor')
  return { history, question: searchQuery(history), completedAction: null, asked }
}

function actionOf(row: Row<'messages'>): MessageAction | null {
  return row.action === null ? null : (JSON.parse(row.action) as MessageAction)
}

/** A filled-in form as a visitor's message; an empty list if it isn't filled in. */
export function filledIn(action: MessageAction | null): History['history'] {
  if (action?.status !== 'completed') return []
  const values: Record<string, unknown> = Object.assign({}, ...(action.result ?? []))
  const lines = action.fields.map((field) => `${field.label}: ${String(values[field.name] ?? '')}`)
  return [{ role: 'visitor', content: [`${action.name}:`, ...lines].join('\n') }]
}

/** The history of a conversation that begins with a question. */
export function historyOfQuestion(content: string): History {
  const history: History['history'] = [{ role: 'visitor', content }]
  return { history, question: searchQuery(history), completedAction: null }
}
