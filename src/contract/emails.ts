import { z } from 'zod'
import { upload } from './attachments.ts'
import { defineEndpoints } from './endpoint.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { mailQuotes } from './mail-enums.ts'
import { email } from './sessions.ts'
import { mailDelivery, replyToVisitorBody } from './threads.ts'

/** Addresses without names; 50 in all of `to`, `cc` and `bcc`. */
const addresses = z.array(text(limits.email)).max(limits.mailRecipients)

const attachments = z.array(uuid).max(limits.mailFiles).optional().meta({ description: 'Ids of uploaded files' })

const sendEmailBody = replyToVisitorBody.extend({
  content: text(limits.messageContent),
  to: addresses.optional().meta({ description: 'Without it, whom the last mail asks to answer' }),
  cc: addresses.optional().meta({ description: 'Without it, the others whom the last mail went to' }),
  bcc: addresses.optional(),
  subject: text(limits.mailSubject).optional().meta({ description: "Without it, the conversation's" }),
  attachments,
  quote: z.enum(mailQuotes).optional().meta({ description: 'Without it, as the mailbox is set' }),
})

const beginByEmailBody = z.object({
  mailbox_id: uuid,
  to: addresses.min(1),
  cc: addresses.optional(),
  bcc: addresses.optional(),
  subject: text(limits.mailSubject),
  content: text(limits.messageContent),
  attachments,
  closes: flag.optional().default(false).meta({ description: 'Close the conversation with this mail' }),
})

/** Of the message that it will be; until `sends_at` it can be taken back. */
const waiting = z.object({ id: uuid, sends_at: timestamp })

/** Addresses whose mails go on in the conversation. */
const participants = z.object({ participants: z.array(z.string()) })

export const emailEndpoints = defineEndpoints({
  getEmail: {
    summary: "All that a message's mail says; its headers are few once the mail as it came is deleted, after 30 days",
    data: z.object({
      /** In the order of the mail, in lower case, as it has them: encoded words are not decoded. */
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      text: z.string(),
      /** What the message leaves out, such as the mails that it answers; empty if nothing. */
      quoted: z.string(),
      /** What is harmless of its HTML, without pictures; null without any, or once the mail as it came is deleted. */
      html: z.string().nullable(),
      /** Pictures that lie elsewhere, each counted once. */
      remote_images: z.int(),
    }),
  },
  downloadEmail: { summary: "Download a message's mail as it came, within 30 days" },
  showEmail: {
    summary: "A message's mail in its own looks, as a page that runs and fetches nothing, within 30 days",
    query: z.object({
      pictures: z.literal('1').optional().meta({ description: 'With its remote pictures, which the server fetches' }),
    }),
  },
  listParticipants: {
    summary: 'Who takes part in a conversation by mail, the visitor first; nobody in others',
    data: participants,
  },
  addParticipant: {
    summary: 'Let an address take part in a conversation by mail; what it wrote in a linked one moves here',
    body: z.object({ address: email }),
    data: participants,
  },
  sendEmail: {
    summary: 'Answer by mail, unless somebody else has meanwhile; it leaves after the seconds in which one may undo it',
    body: sendEmailBody,
    data: waiting,
    errors: ['agent_unavailable', 'reply_is_stale', 'mailbox_unavailable'],
  },
  takeBackEmail: {
    summary: "Take back one's own mail that has not left; the answer is what was typed",
    data: z.object({
      content: z.string(),
      to: z.array(z.string()),
      cc: z.array(z.string()),
      bcc: z.array(z.string()),
      subject: z.string().nullable(),
      quote: z.enum(mailQuotes).nullable(),
      closes: flag,
      attachments: z.array(upload),
    }),
    errors: ['already_sent'],
  },
  retryEmail: {
    summary: 'Mail a message again to those whom its mail failed to reach',
    data: mailDelivery,
    errors: ['not_failed', 'mailbox_unavailable'],
  },
  beginByEmail: {
    summary: 'Begin a conversation with a mail',
    body: beginByEmailBody,
    data: waiting.extend({ conversation_id: uuid }),
    errors: ['agent_unavailable'],
  },
})
