import type { ConversationIds } from '../thread/query.ts'

/**
 * Names the note field of a conversation as a place for `holdKeys`, which holds keys until the field's code is loaded.
 */
export const notePlace = ({ conversationId }: ConversationIds): string => `${conversationId} note`
