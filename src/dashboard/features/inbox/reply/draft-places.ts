import { drafted } from './drafts.ts'
import { notePlace } from './note-place.ts'

/** Where this browser keeps drafts for a conversation: of a reply, of a new note, and of changes to its notes. */
export const draftPlaces = (conversationId: string): string[] =>
  [...drafted.get()]
    .filter((place) => place === conversationId || place.startsWith(notePlace({ conversationId })))
    .sort()
