import type { ConversationIds } from '../thread/query.ts'

/** The field of a conversation's note, as the place for which keys are held until its code is loaded. */
export const notePlace = ({ conversationId }: ConversationIds): string => `${conversationId} note`
