import { createStore } from '#dashboard/lib/store.ts'
import type { ConversationIds } from '../thread/query.ts'

export interface EditedNote extends ConversationIds {
  id: string
  content: string
  mentions: readonly string[]
}

/** The note that is being changed, if any: the composer then shows its text instead of a reply. */
export const editedNote = createStore<EditedNote | undefined>(undefined)
