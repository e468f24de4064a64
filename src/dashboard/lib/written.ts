import { createStore } from './store.ts'
import { DRAFTS, removeStored } from './stored.ts'
import { forgetTab } from './tab-store.ts'

/** Storage key for the id of the person whose unsent texts are stored in a place. */
export const WRITER = 'baton.writer'

/** Where something unsent is stored: drafts in the browser, for all its tabs, and the rest in the tab. */
type Place = 'localStorage' | 'sessionStorage'

/** How often something unsent was dropped, for code that holds such things in memory to drop them too. */
export const dropped = createStore(0)

/** Drops everything unsent in one of the places; from the tab also all else in its stores (`tabStore`). */
export function dropWritten(place: Place): void {
  if (place === 'localStorage') removeStored(DRAFTS)
  else {
    removeStored('outbox', place)
    forgetTab()
  }
  dropped.set(dropped.get() + 1)
}

/**
 * Reserves what is unsent for one person, who finds it after signing in again. Of another one it is dropped, so that it
 * is neither shown to this one nor sent under their name.
 */
export function keepWrittenFor(userId: string, place: Place): void {
  try {
    const storage = window[place]
    const writer = storage.getItem(WRITER)
    if (writer && writer !== userId) dropWritten(place)
    storage.setItem(WRITER, userId)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
