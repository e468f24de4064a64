import { createStore } from '#dashboard/lib/store.ts'

/** Key of the outbox in session storage, where it survives a reload. */
export const OUTBOX = 'baton.outbox'

/** Ids of conversations with a reply that needs a person's decision to be sent. Updated by the outbox. */
export const stuck = createStore<ReadonlySet<string>>(new Set())
