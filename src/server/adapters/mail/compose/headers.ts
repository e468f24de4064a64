import { lineOf } from '../read/addresses.ts'
import type { Mailbox } from '../smtp-address.ts'

/** How mail programs mark an answer, in the languages that have a word of their own for it; `Re[2]:` counts. */
const ANSWER =
  /^\s*(?:re|aw|antw|antwort|sv|vs|odp|rif|res|ynt|yan|ref|отв|відп|ha|vá|atb|回复|回覆|答复|返信|رد|תגובה|השב)(?:\s*\[\d+\])?\s*[:：]\s*/iu
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
const CONTROL = /\p{Cc}/u
/** Ids that `References` name after the conversation's own. */
const LAST_REFERENCES = 10
const LONGEST_ID = 500

/** A subject in one line; of an answer with one `Re:`, however many and whichever it had. */
export function subjectOf(subject: string, isAnswer: boolean): string {
  let rest = lineOf(subject)
  if (!isAnswer) return rest
  while (ANSWER.test(rest)) rest = rest.replace(ANSWER, '')
  return `Re: ${rest}`.trim()
}

/** The mailboxes of a header; an address that is none would break out of it, and is left out. */
export const mailboxesOf = (mailboxes: readonly Mailbox[]): Mailbox[] =>
  mailboxes
    .map(({ name, address }) => ({ name: lineOf(name), address: address.trim() }))
    .filter(({ address }) => ADDRESS.test(address) && !CONTROL.test(address))

/** An id in angle brackets; none if it can be none. */
export const bracketed = (id: string | null): string[] => {
  const bare = (id ?? '').trim().replace(/^<|>$/g, '')
  return /^[!-;=?-~]+$/.test(bare) && bare.length <= LONGEST_ID ? [`<${bare}>`] : []
}

/**
 * The ids of `References`: the conversation's signed one, which servers leave alone that give a mail another id of its own,
 * then the last of those before.
 */
export function referencesOf(conversation: string, before: readonly string[], answered: string | null): string[] {
  const first = bracketed(conversation)
  const others = [...before, ...(answered === null ? [] : [answered])].flatMap(bracketed)
  const once = others.filter((id, index) => others.lastIndexOf(id) === index && !first.includes(id))
  return [...first, ...once.slice(-LAST_REFERENCES)]
}
