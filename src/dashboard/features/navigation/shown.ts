import { createStore } from '#dashboard/lib/store.ts'

/** Whether the command palette, the dialog of all shortcuts or the list of notifications is open. */
export const paletteShown = createStore(false)
export const shortcutsShown = createStore(false)
export const notificationsShown = createStore(false)
