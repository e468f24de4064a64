import { createHmac, timingSafeEqual } from 'node:crypto'
import { UUID } from '../../../db/ids.ts'
import { fromBase32, toBase32 } from '../../../text/base32.ts'
import { headerOf, type MailFacts } from '../read/mail-facts.ts'

/** What an id is of: a message that was mailed, a conversation, or a mailbox's proof that mail arrives. */
type SignedKind = 'm' | 'c' | 'v'
export interface SignedId {
  kind: SignedKind
  /** The row's id, a UUID. */
  id: string
}

/** Keys that have signed ids: the first signs, all are believed. */
export type MacKeys = readonly [Uint8Array, ...Uint8Array[]]

const MAC_LETTERS = 20
const UUID_LETTERS = 26
/** Longest part of an address before its `@` (RFC 5321). */
const LOCAL_PART = 64
/** Mail programs may change the case of an id, and put it in angle brackets. */
const SIGNED = /^<?([mcv])\.([0-9a-f-]{36})\.([a-z2-7]{20})@[^@<>\s]+>?$/i
const SIGNED_WITHIN = /\bm\.[0-9a-f-]{36}\.[a-z2-7]{20}@[\w.-]{1,255}/gi
const MOST_SEARCHED = 200_000
const PLUS = new RegExp(`\\+([a-z2-7]{${UUID_LETTERS}})([a-z2-7]{${MAC_LETTERS}})@`, 'i')

/** Makes an id that only this server can have made, without angle brackets: `m.{id}.{mac}@{domain}`. */
export const signedId = ({ kind, id }: SignedId, domain: string, [key]: MacKeys): string =>
  `${kind}.${id}.${macOf(kind, id, key)}@${domain}`

/** Reads an id that this server made, with or without angle brackets; null if it did not. */
export function readSignedId(text: string, keys: MacKeys): SignedId | null {
  const [, kind, id, mac] = SIGNED.exec(text.trim().toLowerCase()) ?? []
  if (!id || !UUID.test(id)) return null
  return isMac(mac!, kind!, id, keys) ? { kind: kind as SignedKind, id } : null
}

/** The first message of ours that a text names by its signed id; null if it names none. */
function messageNamedIn(text: string, keys: MacKeys): string | null {
  for (const [found] of text.matchAll(SIGNED_WITHIN)) {
    const signed = readSignedId(found, keys)
    if (signed?.kind === 'm') return signed.id
  }
  return null
}

/**
 * A mailbox's address by which answers find a conversation: `help+{id}{mac}@boats.example`.
 * @returns null if the address has no room for it, as the part before the `@` may have 64 letters
 */
export function plusAddress(address: string, conversation: string, [key]: MacKeys): string | null {
  const at = address.lastIndexOf('@')
  const bytes = Buffer.from(conversation.replaceAll('-', ''), 'hex')
  const token = toBase32(bytes).toLowerCase() + macOf('p', conversation, key)
  const local = `${address.slice(0, at)}+${token}`
  return local.length <= LOCAL_PART ? local + address.slice(at) : null
}

/** The id of the conversation that a plus address of this server leads to; null if it is none. */
export function readPlusAddress(address: string, keys: MacKeys): string | null {
  const [, letters, mac] = PLUS.exec(address.toLowerCase()) ?? []
  if (!letters) return null
  const hex = fromBase32(letters).toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isMac(mac!, 'p', id, keys) ? id : null
}

function isMac(mac: string, kind: string, id: string, keys: MacKeys): boolean {
  const given = Buffer.from(mac)
  // Every key is tried, so that the time tells nothing.
  return keys.map((key) => timingSafeEqual(given, Buffer.from(macOf(kind, id, key)))).includes(true)
}

const macOf = (kind: string, id: string, key: Uint8Array): string =>
  toBase32(createHmac('sha256', key).update(`${kind}\0${id}`).digest())
    .slice(0, MAC_LETTERS)
    .toLowerCase()

/** The proof of a mailbox that a mail of this server carries; null if it carries none. */
export function proofIn(mail: MailFacts, keys: MacKeys): string | null {
  const ids = idsOfOurs(mail).map((id) => readSignedId(id, keys))
  return ids.find((each) => each?.kind === 'v')?.id ?? null
}

const idsOfOurs = (mail: MailFacts): string[] => [mail.messageId ?? '', ...headerOf(mail, 'x-loop')]

/** Whether this server sent a mail itself: by its id, or by the mark of a loop, which is a signed id too. */
export const isOurMail = (mail: MailFacts, keys: MacKeys): boolean =>
  idsOfOurs(mail).some((id) => readSignedId(id, keys) !== null)

/**
 * The message of ours whose delivery a report is about: by its envelope id, the headers that came back, or the text. A
 * report without such an id may be made up; null then.
 */
export const messageOfBounce = ({ report, text }: MailFacts, keys: MacKeys): string | null =>
  messageNamedIn([report?.status, report?.returned, text].map((each) => each?.slice(0, MOST_SEARCHED)).join('\n'), keys)
