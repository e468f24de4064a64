/** An address as a mail names it: `address` in lower case, its domain in ASCII; `name` is empty where there is none. */
export interface Address {
  address: string
  name: string
}

export interface AttachmentFacts {
  /** Without a path and without marks that turn the direction of writing; never empty. */
  name: string
  /** By its content, as what the mail says is not to be believed. */
  type: string
  /** In bytes, decoded. */
  size: number
  /** SHA-256 of its content, in hex. */
  hash: string
  /** Whether the mail's HTML shows it within the text. */
  isInline: boolean
  /** Whether opening it may do harm. */
  isRisky: boolean
  /** By which the mail's HTML refers to it. */
  contentId: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** What a report of delivery says of one recipient (RFC 3464). */
export interface ReportedRecipient {
  address: string
  /** `delayed` may still arrive; `delivered` covers what was passed on too. */
  action: 'failed' | 'delayed' | 'delivered'
  /** Such as `5.1.1`; null where the report names none. */
  status: string | null
  /** What the other server said. */
  diagnostic: string | null
}

/** The texts of a mail: what its sender wrote now, all of it, and whether the former leaves something of it out. */
export interface Words {
  shown: string
  whole: string
  hides: boolean
}

/** What could be read of a mail. Texts are decoded, with line feeds alone. */
export interface MailFacts {
  /** False if only the headers could be read, as the rest is too large or broken. */
  isWhole: boolean
  /** All headers of the mail itself, from the topmost: names in lower case, values unfolded but not decoded. */
  headers: [name: string, value: string][]
  from: Address | null
  replyTo: Address[]
  to: Address[]
  cc: Address[]
  subject: string
  /** When it was written, as it says, in milliseconds; null if it does not say so in a way that can be read. */
  date: number | null
  /** Without angle brackets; null if it has none. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  text: string | null
  html: string | null
  words: Words
  attachments: AttachmentFacts[]
  /** The appointments of an invitation; `start` as the invitation writes it, such as `20261205T120000Z`. */
  appointments: { title: string; start: string }[]
  /** Whether it holds an invitation to, or an answer about, an appointment. */
  isCalendar: boolean
  /** Whether its words can't be read without its recipient's key. */
  isEncrypted: boolean
  /** The machine-readable part of a report and the headers of the mail that it is about; null where there is none. */
  report: { status: string | null; returned: string | null } | null
}

/** Whether a mail names others that it answers. */
export const isAnswer = ({ inReplyTo, references }: Pick<MailFacts, 'inReplyTo' | 'references'>): boolean =>
  inReplyTo.length > 0 || references.length > 0

/** The values of a header, the topmost first. */
export const headerOf = ({ headers }: Pick<MailFacts, 'headers'>, name: string): string[] =>
  headers.flatMap(([each, value]) => (each === name ? [value.trim()] : []))
