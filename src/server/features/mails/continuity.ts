import { GONE_AFTER_MS } from '../conversations/index.ts'

const MINUTE_MS = 60_000
/** For how long words are gathered into one mail. */
const GATHERED_MS = 2 * MINUTE_MS
const BETWEEN_MAILS_MS = 10 * MINUTE_MS
/** Mails that a visitor gets without having written in between. */
const MOST_UNANSWERED = 5
/** A visitor who stays on the page is looked for again after at least this part of the words' age. */
const PART_OF_AGE = 1 / 20

/** What there is to know of a visitor who may have left a website, and of what people have written to them since. */
export interface Leaving {
  /** Whether they have an address, a mailbox writes to them, and it can. */
  canMail: boolean
  isWithPeople: boolean
  /** When the conversation was closed, in milliseconds, like all times here; null while it is open. */
  closedAt: number | null
  /** When a stream of theirs was last known to be open; null if none was. */
  seenAt: number | null
  /** What people wrote and the visitor has not read, oldest first, without what was mailed. */
  words: readonly { createdAt: number }[]
  /** The mails they got; `isAnswered`: whether they have written since. */
  mails: readonly { at: number; isAnswered: boolean; isUndeliverable: boolean }[]
}

/** What is to be done about a visitor's unread words; `ms`: after how many milliseconds to look again. */
export type Next = { act: 'mail' } | { act: 'wait'; ms: number } | { act: 'nothing' }

/**
 * Whether words of people are still to be mailed, be it later. Closing withdraws them unless the conversation was closed
 * together with the last one, as a person does who has answered.
 */
export const isWanted = ({ canMail, isWithPeople, closedAt, words }: Omit<Leaving, 'mails' | 'seenAt'>): boolean =>
  canMail && isWithPeople && words.length > 0 && (closedAt === null || closedAt <= words.at(-1)!.createdAt)

export const isGone = (seenAt: number | null, now: number): boolean => seenAt === null || seenAt + GONE_AFTER_MS <= now

export function nextAct(leaving: Leaving, now: number): Next {
  const { words, mails, seenAt } = leaving
  const unanswered = mails.filter(({ isAnswered }) => !isAnswered)
  const isInVain = unanswered.length >= MOST_UNANSWERED || unanswered.some(({ isUndeliverable }) => isUndeliverable)
  if (!isWanted(leaving) || isInVain) return { act: 'nothing' }
  const oldest = words[0]!.createdAt
  const last = Math.max(0, ...mails.map(({ at }) => at))
  const dueAt = Math.max(oldest + GATHERED_MS, last + BETWEEN_MAILS_MS, (seenAt ?? 0) + GONE_AFTER_MS)
  return now >= dueAt ? { act: 'mail' } : { act: 'wait', ms: Math.max(dueAt - now, (now - oldest) * PART_OF_AGE) }
}
