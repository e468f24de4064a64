import type { MessageAction } from '#contract/actions.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { type Question, questionsIn } from '../../adapters/models/questions.ts'
import type { HistoryMessage } from '../../adapters/models/search-query.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { filesByMessage } from '../attachments/index.ts'
import { isAnswer, selectSaid, subjectsOf, withSubject } from '../gaps/index.ts'
import type { ReplyPayload } from './jobs.ts'
import { selectMessage, selectMessages } from './message-queries.ts'
import { selectGivenBack } from './thread-queries.ts'

/** How many of a conversation's messages a model gets at most, the latest ones. */
export const HISTORY_MESSAGES = 20

export interface History {
  history: HistoryMessage[]
  /** The visitor's latest questions that are unanswered (`questionsIn`); empty if they only completed an action. */
  questions: Question[]
  /** The action that the visitor has just completed, which the reply is to answer; null if none. */
  completedAction: MessageAction | null
}

interface Asked extends History {
  /** What the visitor wrote last, if nothing is left to answer: they only asked for a person, before it was given back. */
  settledWish: string | null
  /** Whether the visitor asked for the AI instead of a person, and has written nothing since. */
  isTakenBack: boolean
}

/**
 * The latest messages, as a model reads them. A filled-in form is text at its place, or at the end to be answered. Left
 * out is what the AI has only told a visitor whom nobody has answered (`left_open_position`), and each wish for a person
 * from before the conversation was given back to the AI, so that neither hides what is to be answered.
 * @param asked.completedMessageId the message whose action was just completed
 * @param asked.isGivenBack whether the reply was asked for by giving the conversation back
 */
export async function historyOf(
  db: Db,
  conversation: Row<'conversations'>,
  { completedMessageId, isGivenBack = false }: Pick<ReplyPayload, 'completedMessageId' | 'isGivenBack'> = {},
): Promise<Asked> {
  const last = conversation.message_count
  const all = await selectMessages(db, conversation.id, last - HISTORY_MESSAGES + 1, last)
  const open = conversation.left_open_position ?? Number.POSITIVE_INFINITY
  const isReturned = isGivenBack || conversation.left_open_position !== null
  const givenBack =
    isReturned && conversation.origin !== 'email' ? await selectGivenBack(db, conversation.id) : undefined
  const before = givenBack?.after_message ?? 0
  const rows = all.filter(({ role, content, position }) =>
    role === 'visitor' ? position > before || intentOf(content) !== 'person' : role === 'human' || position < open,
  )
  const completed = completedMessageId
    ? (rows.find(({ id }) => id === completedMessageId) ??
      (await selectMessage(db, conversation.id, completedMessageId)))
    : undefined
  const completedAction = completed ? actionOf(completed) : null
  const subjects = await subjectsOf(db, conversation.id)
  const files = await filesOf(db, rows)
  const history = rows.flatMap((row): HistoryMessage[] => {
    const said = { role: row.role, content: withSubject(row, subjects), ...files.get(row.id) }
    return row.id === completed?.id ? [said] : [said, ...filledIn(actionOf(row))]
  })
  history.push(...filledIn(completedAction))
  const written = all.findLast(({ role }) => role === 'visitor')
  return {
    ...{ history, completedAction },
    questions: questionsIn(history),
    settledWish: isGivenBack && history.at(-1)?.role !== 'visitor' ? (written?.content ?? '') : null,
    isTakenBack: givenBack?.author_type === 'visitor' && (written?.position ?? 0) <= before,
  }
}

/**
 * The messages before a stored reply at `position`, with forms as they are filled in by now. `asked` is the message
 * with the visitor's last question.
 */
export async function historyBefore(
  db: Db,
  conversationId: string,
  position: number,
): Promise<History & { asked: Row<'messages'> | undefined }> {
  const rows = await selectMessages(db, conversationId, position - HISTORY_MESSAGES, position - 1)
  const subjects = await subjectsOf(db, conversationId)
  const files = await filesOf(db, rows)
  const said = rows.flatMap((row): { message: HistoryMessage; row: Row<'messages'> }[] =>
    [{ role: row.role, content: withSubject(row, subjects), ...files.get(row.id) }, ...filledIn(actionOf(row))].map(
      (message) => ({
        message,
        row,
      }),
    ),
  )
  const history = said.map(({ message }) => message)
  const questions = questionsIn(history)
  const asked = questions.length > 0 ? said[questions.at(-1)!.at]?.row : undefined
  return { history, questions, completedAction: null, asked }
}

/**
 * The latest messages up to the visitor's last one, for suggesting to people what to answer. What the AI said without
 * answering is left out, so that all is asked that nobody has answered yet.
 */
export async function historyForPeople(
  db: Db,
  { id, message_count }: Pick<Row<'conversations'>, 'id' | 'message_count'>,
): Promise<History> {
  const said = await selectSaid(db, id, message_count, HISTORY_MESSAGES)
  const subjects = await subjectsOf(db, id)
  const last = said.findLastIndex(({ role }) => role === 'visitor')
  const told = said.slice(0, last + 1).filter((one) => one.role !== 'assistant' || isAnswer(one))
  const history = told.map((one): HistoryMessage => ({ role: one.role, content: withSubject(one, subjects) }))
  return { history, questions: questionsIn(history), completedAction: null }
}

/** The messages up to a visitor's at `position`, for answering the last question in it alone. */
export async function historyOfMessage(db: Db, conversationId: string, position: number): Promise<History> {
  const { history, questions, completedAction } = await historyBefore(db, conversationId, position + 1)
  return { history, questions: questions.slice(-1), completedAction }
}

/** What a model is told of the files of messages, by message. */
async function filesOf(db: Db, rows: readonly Row<'messages'>[]): Promise<Map<string, Pick<HistoryMessage, 'files'>>> {
  const files = await filesByMessage(
    db,
    rows.map(({ id }) => id),
  )
  return new Map([...files].map(([id, found]) => [id, { files: found.map(({ name }) => ({ name })) }]))
}

function actionOf(row: Row<'messages'>): MessageAction | null {
  return row.action === null ? null : (JSON.parse(row.action) as MessageAction)
}

/** A filled-in form as a visitor's message; an empty list if it isn't filled in. */
export function filledIn(action: MessageAction | null): History['history'] {
  if (action?.status !== 'completed') return []
  const values: Record<string, unknown> = Object.assign({}, ...(action.result ?? []))
  const lines = action.fields.map((field) => `${field.label}: ${String(values[field.name] ?? '')}`)
  return [{ role: 'visitor', content: [`${action.name}:`, ...lines].join('\n'), isForm: true }]
}

export function historyOfQuestion(content: string): History {
  const history: History['history'] = [{ role: 'visitor', content }]
  return { history, questions: questionsIn(history), completedAction: null }
}

/** The queries of a reply, one a line; only the unanswered ones if it answered others. Null if there are none. */
export function searchedFor(
  { questions }: { questions: readonly { query: string; written?: string }[] },
  reply?: Pick<Reply, 'unanswered' | 'queries'>,
): string | null {
  const queries = reply?.unanswered ?? reply?.queries ?? questions.map(({ query, written }) => written ?? query)
  return queries.length === 0 ? null : queries.join('\n')
}
