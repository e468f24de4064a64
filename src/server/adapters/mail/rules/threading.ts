import { headerOf, type MailFacts } from '../read/mail-facts.ts'
import { recipientsOf } from './kinds.ts'
import { type MacKeys, readPlusAddress, readSignedId, type SignedId } from './signed-ids.ts'

/** Something in a mail by which its conversation may be found, the surest first. */
export type ThreadKey =
  | { via: 'plus'; conversation: string }
  | { via: 'signed'; signed: SignedId }
  /** Another's id: one that a mail server gave to a mail of ours, or one of a mail known in this mailbox. */
  | { via: 'foreign'; messageId: string }
  /** The root of Outlook's `Thread-Index`, in hex; it counts for a participant alone. */
  | { via: 'thread_index'; root: string }

/** Bytes of a `Thread-Index` that all mails of a thread share. */
const ROOT_BYTES = 22
/** Ids that are looked up, so that a mail with thousands costs no more. */
const MOST_IDS = 50
/** For how long a closed conversation is opened again by an answer, in milliseconds. */
const REOPENS_WITHIN_MS = 30 * 24 * 3_600_000

/**
 * By what a mail's conversation is to be looked for, in order. Never by its subject or words, which anybody can write.
 * @param around `trustsPlus`: whether the mailbox has been seen to receive plus addresses
 */
export function threadKeys(
  mail: MailFacts,
  around: { keys: MacKeys; recipient: string | null; trustsPlus: boolean },
): ThreadKey[] {
  const addresses = recipientsOf(mail, around.recipient)
  const plus = around.trustsPlus ? addresses.map((address) => readPlusAddress(address, around.keys)) : []
  const ids = [...new Set([...mail.inReplyTo, ...mail.references.toReversed()])].slice(0, MOST_IDS)
  const signed = ids.map((id) => readSignedId(id, around.keys))
  const root = threadRoot(headerOf(mail, 'thread-index')[0])
  return [
    ...plus.flatMap((conversation): ThreadKey[] => (conversation ? [{ via: 'plus', conversation }] : [])),
    ...signed.flatMap((id): ThreadKey[] => (id ? [{ via: 'signed', signed: id }] : [])),
    ...ids.flatMap((messageId, index): ThreadKey[] => (signed[index] ? [] : [{ via: 'foreign', messageId }])),
    ...(root ? [{ via: 'thread_index' as const, root }] : []),
  ]
}

/** The root of a `Thread-Index`, in hex; null if it has none. */
export function threadRoot(header: string | undefined): string | null {
  const bytes = Buffer.from(header ?? '', 'base64')
  return bytes.length >= ROOT_BYTES ? bytes.subarray(0, ROOT_BYTES).toString('hex') : null
}

/** A conversation that a key led to. */
export interface Candidate {
  via: ThreadKey['via']
  conversation: string
  /** `gone`: erased or deleted. */
  status: 'open' | 'closed' | 'gone'
  /** When it was closed, in milliseconds; null while it is open. */
  closedAt: number | null
  /** The visitor's address, and those in `To` and `Cc` of their mails and ours. */
  participants: readonly string[]
}

export type Threading =
  | { continues: string; reopens: boolean }
  | { continues: null; linked: { id: string; reason: 'other_sender' | 'old_thread' } | null }

/**
 * Where a mail belongs: the first conversation that a key of it led to, if its sender takes part there. Anybody else
 * with a good id of ours begins a conversation of their own, linked for people to see; an id alone lets nobody in.
 */
export function decideThread(candidates: readonly Candidate[], sender: string, now: number): Threading {
  const found = candidates.find(
    ({ via, participants }) => via === 'plus' || via === 'signed' || participants.includes(sender),
  )
  if (!found || found.status === 'gone') return { continues: null, linked: null }
  const { conversation: id, closedAt } = found
  if (!found.participants.includes(sender)) return { continues: null, linked: { id, reason: 'other_sender' } }
  if (found.status === 'closed' && now - (closedAt ?? 0) > REOPENS_WITHIN_MS)
    return { continues: null, linked: { id, reason: 'old_thread' } }
  return { continues: id, reopens: found.status === 'closed' }
}
