import { createStore } from '#dashboard/lib/store.ts'
import { DRAFTS, readStored, writeStored } from '#dashboard/lib/stored.ts'

export interface Draft {
  text: string
  /** The newest message's position when the draft was begun, or when later messages were last acknowledged. */
  base: number
}

/** Conversations with an unsent reply in this browser. */
export const drafted = createStore<ReadonlySet<string>>(storedDrafts())

export function readDraft(conversationId: string): Draft | undefined {
  try {
    const { text, base } = JSON.parse(readStored(DRAFTS + conversationId) ?? '') as Draft
    return { text, base }
  } catch {
    return undefined
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function writeDraft(conversationId: string, draft: Draft | undefined): void {
  const kept = draft && draft.text.trim() !== '' ? draft : undefined
  writeStored(DRAFTS + conversationId, kept && JSON.stringify(kept))
  const known = drafted.get()
  if (known.has(conversationId) === Boolean(kept)) return
  const next = new Set(known)
  if (kept) next.add(conversationId)
  else next.delete(conversationId)
  drafted.set(next)
}

// Another tab of this browser has begun a draft, or sent one.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key?.startsWith(`baton.${DRAFTS}`)) drafted.set(storedDrafts())
})

function storedDrafts(): Set<string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`baton.${DRAFTS}`))
    return new Set(keys.map((key) => key.slice(`baton.${DRAFTS}`.length)))
  } catch {
    return new Set()
  }
}
