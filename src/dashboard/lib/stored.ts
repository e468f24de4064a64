/** Prefix of the storage keys for unsent replies and notes; the id of the conversation follows, and more for a note. */
export const DRAFTS = 'draft.'

/** Reads a preference stored in this browser; undefined when there is none or storage is blocked. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(`baton.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a preference in this browser if it allows that; undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`baton.${key}`)
    else localStorage.setItem(`baton.${key}`, value)
  } catch {
    // Storage is blocked or full: the preference lasts as long as the page.
  }
}

/** Removes everything stored in the browser, or in its tab, under keys that begin with `prefix`. */
export function removeStored(prefix: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): void {
  try {
    const storage = window[where]
    for (const key of Object.keys(storage)) if (key.startsWith(`baton.${prefix}`)) storage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
