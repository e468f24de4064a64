import type { Mailbox } from '../smtp-address.ts'
import type { ComposedMail, MailFile } from './composed-mail.ts'

/** The mail that is answered, put below the answer. */
export interface QuotedMail {
  from: Mailbox
  /** When it was written, in milliseconds. */
  date: number
  /** All that it says, as plain text. */
  text: string
}

export interface MailParts {
  from: Mailbox
  /** Where answers go, if not to `from`. */
  replyTo: Mailbox | null
  to: readonly Mailbox[]
  cc: readonly Mailbox[]
  /** The conversation's subject; of an answer it gets one `Re:`. */
  subject: string
  /** Markdown. */
  content: string
  /** Markdown with `{{member.name}}` and `{{agent.name}}`; empty for none. */
  signature: string
  /** What these stand for; for an AI's mail `member` is empty. */
  names: { member: string; agent: string }
  quoted: QuotedMail | null
  /** The language of the conversation, such as `de` or `pt-BR`; for another one that is not known, English. */
  locale: string
  /** The time zone in which the quoted mail's date is written; without it UTC. */
  timeZone?: string
  /** Ids without angle brackets, like those that follow. */
  messageId: string
  /** The conversation's signed id (`c.…`), with which `References` begin. */
  conversationRef: string
  /** The id of the mail that is answered; null for the first mail of a conversation. */
  inReplyTo: string | null
  /** The `References` of the mail that is answered, oldest first. */
  references: readonly string[]
  /** Of an AI's mail: what it says is drawn from. Null for a person's, which bears no mark of a machine. */
  ai: { sources: readonly { title: string; url: string }[] } | null
  files: readonly MailFile[]
  /** When it is written, in milliseconds. */
  now: number
}

/** Makes a mail of an answer: text and HTML with the same words, and no header that a value brought along. */
export declare function composeMail(parts: MailParts): ComposedMail
