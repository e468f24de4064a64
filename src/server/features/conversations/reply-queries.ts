import { sql } from 'kysely'
import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db } from '../../db/tables.ts'

export const {
  select: selectSuggestion,
  insert: insertSuggestion,
  change: changeSuggestion,
  remove: removeSuggestion,
} = rowsOf('suggestions')

/** The only suggestion of a conversation, even if that has moved on since. */
export const selectSuggestionOf = preparedOne((db, conversationId: string) =>
  db.selectFrom('suggestions').selectAll().where('conversation_id', '=', conversationId),
)

type Moved = Pick<Row<'conversations'>, 'turn' | 'message_count' | 'response_mode'>

/** Whether a conversation is as it was when the suggestion was asked for, so that it may still be shown. */
export const isStillFor = (suggestion: Row<'suggestions'>, { turn, message_count, response_mode }: Moved): boolean =>
  suggestion.turn === turn && suggestion.message_count === message_count && response_mode === 'human'

export const selectReply = preparedOne((db, conversationId: string, turn: number) =>
  db.selectFrom('replies').selectAll().where('conversation_id', '=', conversationId).where('turn', '=', turn),
)

/** The newest reply that a message asked for. */
export const selectReplyTo = preparedOne((db, conversationId: string, messageId: string) =>
  db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('asked_message_id', '=', messageId)
    .orderBy('turn', 'desc')
    .limit(sql.lit(1)),
)

/** The state of a conversation's turn, and what became of the reply that a client shows; all as of one moment. */
export const selectTurn = preparedOne((db, id: string, shown: string | null) =>
  db
    .selectFrom('conversations')
    .leftJoin('replies', (join) =>
      join.onRef('replies.conversation_id', '=', 'conversations.id').onRef('replies.turn', '=', 'conversations.turn'),
    )
    .leftJoin('replies as shown', (join) =>
      join.onRef('shown.conversation_id', '=', 'conversations.id').on('shown.id', '=', shown),
    )
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select(['conversations.turn', 'conversations.response_mode', 'conversations.status'])
    .select('shown.status as shown_status')
    .select(['replies.id as reply_id', 'replies.status as reply_status'])
    .select(['agents.is_disabled', 'agents.only_human', 'agents.deleted_at as agent_deleted_at'])
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null),
)

export const selectNewestReply = preparedOne((db, conversationId: string) =>
  db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('turn', 'desc')
    .limit(sql.lit(1)),
)

const UNSENT_MAXIMUM = 10

/** The newest replies that the AI finished too late for the visitor to see, newest first; at most ten. */
export const selectUnsentReplies = (db: Db, conversationId: string): Promise<Row<'replies'>[]> =>
  db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('draft', 'is not', null)
    .orderBy('turn', 'desc')
    .limit(UNSENT_MAXIMUM)
    .execute()

export const selectAnswerTrace = (db: Db, messageId: string): Promise<Row<'receipts'> | undefined> =>
  db.selectFrom('receipts').selectAll().where('message_id', '=', messageId).executeTakeFirst()
