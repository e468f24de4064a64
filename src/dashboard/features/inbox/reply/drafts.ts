import { createStore } from '#dashboard/lib/store.ts'
import { DRAFTS, readStored, writeStored } from '#dashboard/lib/stored.ts'
import { dropped } from '#dashboard/lib/written.ts'

export interface Draft {
  text: string
  /** Position of the newest message when the draft was begun, or when its writer last acknowledged newer messages. */
  base: number
}

/** Keys of the drafts in this browser: for a reply the id of its conversation, for a note one that begins with it. */
export const drafted = createStore<ReadonlySet<string>>(storedDrafts())

export function readDraft(conversationId: string): Draft | undefined {
  try {
    const { text, base } = JSON.parse(readStored(DRAFTS + conversationId) ?? '') as Draft
    return { text, base }
  } catch {
    return undefined
  }
}

/**
 * Stores a draft; undefined or an empty text removes it. Before a removal, the stored draft is overwritten with an
 * empty text, as other tabs take a bare removal for a sign-out, after which they keep the text for its writer.
 */
export function writeDraft(conversationId: string, draft: Draft | undefined): void {
  const kept = draft && draft.text.trim() !== '' ? draft : undefined
  writeStored(DRAFTS + conversationId, kept ? JSON.stringify(kept) : '')
  if (!kept) writeStored(DRAFTS + conversationId, undefined)
  const known = drafted.get()
  if (known.has(conversationId) === Boolean(kept)) return
  const next = new Set(known)
  if (kept) next.add(conversationId)
  else next.delete(conversationId)
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
