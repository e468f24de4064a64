import { sql } from 'kysely'
import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'

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
export function selectUnsentReplies(db: Db, conversationId: string): Promise<Row<'replies'>[]> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('draft', 'is not', null)
    .orderBy('turn', 'desc')
    .limit(UNSENT_MAXIMUM)
    .execute()
}

export function selectAnswerTrace(db: Db, messageId: string): Promise<Row<'receipts'> | undefined> {
  return db.selectFrom('receipts').selectAll().where('message_id', '=', messageId).executeTakeFirst()
}
