import { createStore } from './store.ts'
import { DRAFTS, removeStored } from './stored.ts'
import { forgetTab } from './tab-store.ts'

/** Storage key for the id of the person whose unsent texts are stored in a place. */
export const WRITER = 'baton.writer'

/** Where something unsent is stored: drafts in the browser, for all its tabs, and the rest in the tab. */
type Place = 'localStorage' | 'sessionStorage'

/**
 * How often something unsent was dropped. Code that also holds unsent things in memory subscribes to it, to drop them.
 */
export const dropped = createStore(0)

/**
 * Drops everything unsent that is stored in one of the places; from the tab also all else in its stores (`tabStore`).
 */
export function dropWritten(place: Place): void {
  if (place === 'localStorage') removeStored(DRAFTS)
  else {
    removeStored('outbox', place)
    forgetTab()
  }
  dropped.set(dropped.get() + 1)
}

/**
 * Reserves what is unsent in one of the places for one person, who finds it again when they sign in after their session
 * has ended. If it was reserved for another person, it is dropped, so that it is neither shown to this one nor sent
 * under their name.
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
