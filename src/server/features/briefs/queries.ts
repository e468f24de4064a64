import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Briefed } from './brief.ts'

const READ = 50 // messages, as many as a thread shows at first

/** The latest messages of a conversation, the newest first, with what a brief tells of them. */
export const selectBriefed = prepared((db, conversationId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('receipts', 'receipts.message_id', 'messages.id')
    .leftJoin('gap_messages', 'gap_messages.message_id', 'messages.id')
    .leftJoin('gaps', 'gaps.id', 'gap_messages.gap_id')
    .select([
      ...(['messages.id', 'messages.position', 'messages.role', 'messages.content'] as const),
      ...(['messages.author_type', 'messages.created_at', 'messages.action'] as const),
      ...(['gaps.state as gap', 'gap_messages.question as gap_question'] as const),
      ...(['receipts.decision', 'receipts.reason', 'receipts.search_query', 'receipts.citations'] as const),
    ])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.deleted_at', 'is', null)
    .orderBy('messages.position', 'desc')
    .limit(sql.lit(READ))
    .$castTo<Briefed>(),
)
