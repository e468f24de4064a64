import { createStore } from '#dashboard/lib/store.ts'

/** Where the tab keeps the outbox over a reload. */
export const OUTBOX = 'baton.outbox'

/** Conversations with a reply that did not go out, and won't by itself; the outbox keeps it true. */
export const stuck = createStore<ReadonlySet<string>>(new Set())
