import type { Mailbox } from '../smtp-address.ts'

export interface MailFile {
  name: string
  /** Its media type, such as `image/png`. */
  type: string
  content: Uint8Array
}

/** A mail ready to be sent, in the words of nodemailer. Who gets it, Bcc included, is the envelope's affair. */
export interface ComposedMail {
  from: Mailbox
  replyTo?: Mailbox
  to: Mailbox[]
  cc?: Mailbox[]
  subject: string
  text: string
  html: string
  /** With angle brackets, like those that follow. */
  messageId: string
  inReplyTo?: string
  references?: string[]
  headers: Record<string, string>
  attachments: { filename: string; contentType: string; content: Buffer }[]
  date: Date
}
