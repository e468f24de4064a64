import { createStore } from '#dashboard/lib/store.ts'

/** The key under which the tab keeps the outbox over a reload. */
export const OUTBOX = 'baton.outbox'

/** Conversations with a reply that was not sent and will not be by itself. The outbox keeps this up to date. */
export const stuck = createStore<ReadonlySet<string>>(new Set())
