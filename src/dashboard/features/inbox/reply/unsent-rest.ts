import { tabStore } from '#dashboard/lib/tab-store.ts'
import type { TypedMail } from './addresses.ts'
import type { Uploaded } from './use-reply-files.ts'

/** What belongs to an unsent reply beside its words. */
interface Rest {
  /** To whom its mail goes, and about what; absent where that was not changed. */
  mail?: TypedMail | undefined
  files: readonly Uploaded[]
}

const NOTHING: Rest = { files: [] }

const storeOf = (conversationId: string) => tabStore(`reply.${conversationId}`, NOTHING)

export const restOf = (conversationId: string): Rest => storeOf(conversationId).get()

/** Keeps it for this tab, as the field leaves the screen whenever another conversation or the details are looked at. */
export const keepRest = (conversationId: string, rest: Rest): void =>
  storeOf(conversationId).set(rest.mail || rest.files.length > 0 ? rest : NOTHING)
