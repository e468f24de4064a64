import type { Data } from '#contract/index.ts'
import { createStore } from './store.ts'

/** A mail that began a conversation and was taken back. */
interface TakenBack {
  mailboxId: string | undefined
  typed: Data<'takeBackEmail'>
}

/** The dialog in which a mail to somebody is written: empty, or with a mail that was taken back; undefined if closed. */
export const newMail = createStore<TakenBack | 'empty' | undefined>(undefined)
