import { createStore } from '#dashboard/lib/store.ts'

/** Whether the command palette is open. */
export const paletteShown = createStore(false)
export const shortcutsShown = createStore(false)
