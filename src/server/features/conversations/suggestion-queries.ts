import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'

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
