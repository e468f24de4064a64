import { createStore } from '#dashboard/lib/store.ts'

/** Whether the palette, and the list of shortcuts, lie over the page. */
export const paletteShown = createStore(false)
export const shortcutsShown = createStore(false)
