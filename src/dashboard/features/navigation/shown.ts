import { createStore } from '#dashboard/lib/store.ts'

/** Whether the command palette is open; `shortcutsShown` is the same for the dialog that lists the shortcuts. */
export const paletteShown = createStore(false)
export const shortcutsShown = createStore(false)
