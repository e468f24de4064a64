import type { ConversationIds } from '../thread/query.ts'

/** Names the note field of a conversation, as a place for its draft, and for keys until the field's code is loaded. */
export const notePlace = ({ conversationId }: Pick<ConversationIds, 'conversationId'>): string =>
  `${conversationId} note`
