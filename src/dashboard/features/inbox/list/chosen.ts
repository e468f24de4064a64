import { createStore } from '#dashboard/lib/store.ts'

const none: ReadonlySet<string> = new Set()

/** Ids of the conversations that are chosen in the list, to be changed together. */
export const chosen = createStore(none)

export const chooseNothing = (): void => chosen.set(none)
