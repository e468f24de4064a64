/** Before the id of what an unsent text belongs to. */
export const DRAFTS = 'draft.'

/** Reads a small preference kept in this browser; undefined where there is none or storage is blocked. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(`baton.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a small preference in this browser, where it lets us; undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`baton.${key}`)
    else localStorage.setItem(`baton.${key}`, value)
  } catch {
    // Blocked or full: the preference lasts as long as the page.
  }
}

/** Removes what was kept under keys that begin so. */
export function removeStored(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`baton.${prefix}`)) localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}
