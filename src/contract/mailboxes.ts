import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import {
  mailAiModes,
  mailboxErrors,
  mailboxStatuses,
  mailProofStatuses,
  mailQuotes,
  mailSecurities,
} from './mail-enums.ts'
import { email } from './sessions.ts'

const account = { host: text(253), port: z.int().min(1).max(65_535), security: z.enum(mailSecurities), user: text(255) }

const shownAuth = z.discriminatedUnion('type', [
  z.object({ type: z.literal('password'), provider: z.null() }),
  /** Somebody has signed in there, and no password is kept. */
  z.object({ type: z.literal('oauth'), provider: z.string() }),
])

const http = z.object({ type: z.literal('http') })
const imap = { type: z.literal('imap'), ...account, folder: text(limits.mailFolder) }

/** How mail comes: others post it (`http`), or it is fetched from a folder. Its password is in no answer. */
const incoming = z.discriminatedUnion('type', [http, z.object({ ...imap, auth: shownAuth })])

/** The mail server that a mailbox sends by; null is the one of the installation. Its password is in no answer. */
const outgoing = z.object({ ...account, auth: shownAuth })

const mailbox = z.object({
  id: uuid,
  agent_id: uuid,
  name: z.string(),
  address: z.string(),
  /** Further addresses whose mail comes here. */
  aliases: z.array(z.string()),
  /** Null for responders. */
  incoming: incoming.nullable(),
  /** Null for responders, and where mail goes by the installation's mail server. */
  outgoing: outgoing.nullable(),
  ai: z.enum(mailAiModes),
  signature: z.string(),
  quote: z.enum(mailQuotes),
  /** Seconds in which a member may take back a mail after sending it. */
  undo_seconds: z.int(),
  /** Whether mail that was fetched is marked as read on its server. */
  mark_seen: flag,
  /** Whether what is sent is put in the server's folder of sent mail, too, where mail is fetched. */
  save_sent: flag,
  /** Days before the first connection from which mail is taken as well, closed and unanswered; null for none. */
  import_days: z.number().nullable(),
  authserv_id: z.string().nullable(),
  is_paused: flag,
  status: z.enum(mailboxStatuses),
  error: z.object({ code: z.enum(mailboxErrors), message: z.string(), since: timestamp }).nullable(),
  received_at: timestamp.nullable(),
  sent_at: timestamp.nullable(),
  created_at: timestamp,
})

/** Needed at first, and whenever host, port, security or user change. */
const auth = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('password'), password: z.string().min(1).max(1_000) }),
    /** What signing in at the provider gave; one grant serves both sides of a mailbox. */
    z.object({ type: z.literal('oauth'), grant: uuid }),
  ])
  .optional()
const outgoingInput = z.object({ ...account, auth })
const incomingInput = z.discriminatedUnion('type', [http, z.object({ ...imap, auth })])

const fields = z.object({
  agent_id: uuid,
  name: text(limits.mailboxName),
  address: email,
  aliases: z.array(email).max(limits.mailboxAliases),
  incoming: incomingInput,
  outgoing: outgoingInput.nullable(),
  ai: z.enum(mailAiModes),
  signature: text(limits.mailSignature, 0),
  quote: z.enum(mailQuotes),
  undo_seconds: z.int().min(0).max(limits.undoSeconds),
  mark_seen: flag,
  save_sent: flag,
  import_days: z.literal([7, 30]).nullable(),
  authserv_id: text(253).nullable(),
  is_paused: flag,
})

export const createMailboxBody = fields.extend({
  aliases: fields.shape.aliases.default([]),
  outgoing: fields.shape.outgoing.default(null),
  ai: fields.shape.ai.default('answers'),
  signature: fields.shape.signature.default(''),
  quote: fields.shape.quote.default('last'),
  undo_seconds: fields.shape.undo_seconds.default(10),
  mark_seen: fields.shape.mark_seen.default(false),
  save_sent: fields.shape.save_sent.default(true),
  import_days: fields.shape.import_days.default(null),
  authserv_id: fields.shape.authserv_id.default(null),
  is_paused: fields.shape.is_paused.default(false),
})

const tested = z.object({
  ok: flag,
  /** Why not; null as well where this installation has no mail server by which the mailbox could send. */
  code: z.enum(mailboxErrors).nullable(),
  /** What to do, in a sentence; null if there is nothing. */
  message: z.string().nullable(),
})

const proof = z.object({ status: z.enum(mailProofStatuses), message: z.string().nullable() })

/** How far a mailbox is in proving that mail arrives: two mails are sent to it, which must come in. */
const verification = z.object({
  started_at: timestamp,
  /** Until when the mails count; those that come later prove nothing. */
  expires_at: timestamp,
  /** The mail to the mailbox's address. */
  plain: proof,
  /** The mail to the address with a token behind a `+`: if that arrives, answers find their conversation by it. */
  plus: proof,
  /** The name of the mail server whose checks of senders are believed, as learnt from these mails. */
  authserv_id: z.string().nullable(),
})

/** A mail that lies on the mail server alone. */
const unfetched = z.object({
  /** Its number in the folder. */
  uid: z.int(),
  /** When it came in there; null if the server does not say. */
  received_at: timestamp.nullable(),
  /** In bytes, as the server states it. */
  size: z.int(),
})

const inboundUrl = z.object({ inbound_url: z.string() })

export const mailboxEndpoints = defineEndpoints({
  listMailboxes: { summary: "List the organization's mailboxes, oldest first", data: z.array(mailbox) },
  getMailbox: { summary: 'A mailbox with its state', data: mailbox },
  createMailbox: {
    summary: 'Add a mailbox; the address to which its mail is posted, if it is, is shown once',
    body: createMailboxBody,
    data: mailbox.extend(inboundUrl.partial().shape),
    secrets: ['inbound_url'],
    errors: ['subscription_limit_exceeded'],
  },
  listMailProviders: {
    summary: 'The companies at which one signs in to a mailbox, in place of giving its password here',
    data: z.array(z.string()),
  },
  startMailGrant: {
    summary:
      'Begin to sign in to a mailbox at its provider, whose page is to be opened; it leads back to the dashboard',
    body: z.strictObject({ provider: text(31) }),
    data: z.object({ url: z.string() }),
    secrets: ['url'],
  },
  testMailbox: {
    summary: 'Try whether a mailbox can receive and send, within 20 seconds and without sending a mail',
    /** A stored mailbox, or one that is not added yet. */
    body: z.union([createMailboxBody, z.strictObject({ id: uuid })]),
    /** `folders` are those that mail could be taken from; of a mailbox to which mail is posted there are none. */
    data: z.object({ incoming: tested.extend({ folders: z.array(z.string()) }), outgoing: tested }),
    errors: ['rate_limit_exceeded'],
  },
  updateMailbox: { summary: 'Change a mailbox', body: fields.partial(), data: mailbox },
  verifyMailbox: {
    summary: 'Send two mails to a mailbox, which prove that mail arrives; those sent before no longer count',
    data: verification,
    errors: ['rate_limit_exceeded'],
  },
  getMailboxVerification: {
    summary: 'How far a mailbox is in proving that mail arrives; null if that was never begun',
    data: verification.nullable(),
  },
  listUnfetchedMails: {
    summary: 'The last mails of a mailbox that its server named and did not hand over, newest first',
    data: z.array(unfetched),
  },
  deleteMailbox: { summary: 'Delete a mailbox; its conversations stay' },
  renewInboundUrl: {
    summary: 'Make a new address to which mail is posted; the former one ends at once',
    data: inboundUrl,
    secrets: ['inbound_url'],
  },
})
