import type { ConversationIds } from '../thread/query.ts'
import { drafted } from './drafts.ts'

/** Names the note field of a conversation, as a place for its draft, and for keys until the field's code is loaded. */
export const notePlace = ({ conversationId }: Pick<ConversationIds, 'conversationId'>): string =>
  `${conversationId} note`

/** Where this browser keeps drafts for a conversation: of a reply, of a new note, and of changes to its notes. */
export const draftPlaces = (conversationId: string): string[] =>
  [...drafted.get()]
    .filter((place) => place === conversationId || place.startsWith(notePlace({ conversationId })))
    .sort()
