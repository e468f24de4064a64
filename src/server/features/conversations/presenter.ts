import type { MessageAction } from '#contract/actions.ts'
import type { Data } from '#contract/index.ts'
import { citesNothing } from '../../adapters/models/cites-nothing.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { presentLabel } from '../labels/index.ts'
import { labelIdsOf, UNTIL_VISITOR } from './noted.ts'
import type { ShownConversation } from './queries.ts'

export function presentConversation(row: ShownConversation): Data<'getConversation'> {
  return {
    id: row.id,
    session_id: row.session_id,
    origin: row.origin,
    status: row.status,
    response_mode: row.response_mode,
    chat_user: {
      id: row.chat_user_id,
      name: row.chat_user_name,
      email: row.chat_user_email,
      identity_verified: row.identity_verified === 1,
    },
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

type Handled = Pick<Row<'conversations'>, 'assignee_id' | 'label_ids' | 'snoozed_until'> & {
  /** Null if nobody is assigned, or the assignee is no longer a member. */
  assignee_name: string | null
}

/** `labels` are all of the organization, in the order in which they are shown. */
export function presentHandling(row: Handled, labels: readonly Row<'labels'>[]): Data<'assignConversation'> {
  const { assignee_id: assigneeId, assignee_name: name, snoozed_until: until } = row
  const ids = labelIdsOf(row)
  return {
    assignee: assigneeId === null || name === null ? null : { user_id: assigneeId, name },
    labels: labels.filter(({ id }) => ids.includes(id)).map(presentLabel),
    snoozed_until: until === UNTIL_VISITOR ? 'visitor' : isoTimeOrNull(until),
  }
}

type ShownMessage = Pick<Row<'messages'>, 'id' | 'content' | 'role' | 'action_required' | 'action' | 'created_at'>

export function presentMessage(row: ShownMessage): Data<'sendMessage'> {
  return {
    id: row.id,
    content: row.content,
    role: row.role,
    action_required: row.action_required === 1,
    action: row.action === null ? null : (JSON.parse(row.action) as MessageAction),
    created_at: isoTime(row.created_at),
  }
}

export function presentUnsentReply(row: Row<'replies'>): Data<'listUnsentReplies'>[number] {
  return { id: row.id, content: row.draft ?? '', created_at: isoTime(row.created_at) }
}

export function presentAnswerTrace(
  row: Row<'receipts'>,
  askedForPerson: boolean,
  builtInModel: string,
): Data<'getAnswerTrace'> {
  const citations: Data<'getAnswerTrace'>['citations'] = JSON.parse(row.citations)
  return {
    citations,
    model: row.model,
    latency_ms: row.latency_ms,
    decision: row.decision,
    reason: row.reason,
    search_query: row.search_query,
    asked_for_person: askedForPerson,
    is_cut: row.is_cut === 1,
    sentences: row.sentences === null ? null : JSON.parse(row.sentences),
    retried: row.is_retried === null ? null : row.is_retried === 1,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cites_nothing: citesNothing({ ...row, citations, question: row.search_query }, builtInModel),
  }
}
