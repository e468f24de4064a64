import { createStore } from '#dashboard/lib/store.ts'
import { DRAFTS, readStored, writeStored } from '#dashboard/lib/stored.ts'
import { dropped } from '#dashboard/lib/written.ts'

interface Draft {
  text: string
  /** Position of the newest message when the draft was begun, or when its writer last acknowledged newer messages. */
  base: number
}

/** Places of the drafts in this browser: for a reply the id of its conversation, for a note one that begins with it. */
export const drafted = createStore<ReadonlySet<string>>(storedDrafts())

/** Names the note field of a conversation, as a place for its draft, and for keys until the field's code is loaded. */
export const notePlace = (conversationId: string): string => `${conversationId} note`

/** Where this browser keeps drafts for a conversation: of a reply, of a new note, and of changes to its notes. */
export const draftPlaces = (conversationId: string): string[] =>
  [...drafted.get()].filter((place) => place === conversationId || place.startsWith(notePlace(conversationId))).sort()

export function readDraft(place: string): Draft | undefined {
  try {
    const { text, base } = JSON.parse(readStored(DRAFTS + place) ?? '') as Draft
    return { text, base }
  } catch {
    return undefined
  }
}

/**
 * Stores a draft; an empty one is removed. It is overwritten first, as other tabs take a bare removal for a sign-out.
 */
export function writeDraft(place: string, draft: Draft | undefined): void {
  const kept = draft && draft.text.trim() !== '' ? draft : undefined
  writeStored(DRAFTS + place, kept ? JSON.stringify(kept) : '')
  if (!kept) writeStored(DRAFTS + place, undefined)
  const known = drafted.get()
  if (known.has(place) === Boolean(kept)) return
  const next = new Set(known)
  if (kept) next.add(place)
  else next.delete(place)
  drafted.set(next)
}

// Adopt the drafts that another tab of this browser has begun or sent.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key?.startsWith(`baton.${DRAFTS}`)) drafted.set(storedDrafts())
})

dropped.subscribe(() => drafted.set(storedDrafts()))

function storedDrafts(): Set<string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`baton.${DRAFTS}`))
    return new Set(keys.map((key) => key.slice(`baton.${DRAFTS}`.length)))
  } catch {
    return new Set()
  }
}
