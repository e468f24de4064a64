/** The beginning of the keys under which unsent texts are kept; the id of what they belong to follows. */
export const DRAFTS = 'draft.'

/** Reads a small preference kept in this browser; undefined where there is none or storage is blocked. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(`baton.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a small preference in this browser, if the browser allows it; undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`baton.${key}`)
    else localStorage.setItem(`baton.${key}`, value)
  } catch {
    // Blocked or full: the preference lasts as long as the page.
  }
}

/** Removes everything kept under keys that begin with `prefix`. */
export function removeStored(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`baton.${prefix}`)) localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}
