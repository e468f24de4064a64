import type { Generated } from 'kysely'
import type {
  MailAiMode,
  MailboxErrorCode,
  MailboxStatus,
  MailDeliveryStatus,
  MailKind,
  MailQuote,
  NotAnsweredReason,
} from '#contract/mail-enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Mailboxes {
  id: string
  organization_id: string
  agent_id: string
  name: string
  /** In lower case, its domain in ASCII. One mailbox of the organization has it, deleted ones aside. */
  address: string
  /** A JSON array of addresses, written like `address`. */
  aliases: Json
  /** How mail comes, as JSON: `{type: 'http'}`, or a folder of a mail server: host, port, security, user, folder. */
  incoming: Json
  /** The password of `incoming`, sealed (see `Secrets`). */
  incoming_secret: Generated<string | null>
  /** Whether mail that was fetched is marked as read on its server. */
  mark_seen: Generated<Flag>
  /** Whether what is sent is put in the server's folder of sent mail. */
  save_sent: Generated<Flag>
  /** From how many days before the first connection mail is taken as well; null for none. */
  import_days: Generated<number | null>
  /** The SHA-256 hash of the token in the address to which mail is posted. */
  inbound_token_hash: string | null
  /** The mail server of its own as JSON: host, port, security, user; null if mail goes by the installation's. */
  outgoing: Json | null
  /** The password of `outgoing`, sealed (see `Secrets`). */
  outgoing_secret: string | null
  ai: MailAiMode
  signature: string
  quote: MailQuote
  /** How long a member may take back a mail after sending it. */
  undo_seconds: Generated<number>
  authserv_id: string | null
  /** Whether mail to `local+token@` has been seen to arrive, so that answers may find their conversation by it. */
  trusts_plus: Flag
  /** How far it is in proving that mail arrives, as JSON (`Verification`); null if that was never begun. */
  verification: Json | null
  is_paused: Flag
  status: Exclude<MailboxStatus, 'paused'>
  error_code: MailboxErrorCode | null
  error_message: string | null
  error_since: Milliseconds | null
  /** What fails: fetching or sending; null for what is neither. */
  error_side: Generated<'incoming' | 'outgoing' | null>
  /** The `error_since` of the outage of which owners and admins were told. */
  outage_told: Milliseconds | null
  received_at: Milliseconds | null
  sent_at: Milliseconds | null
  /** Until when the AI mails nothing from here, as it mailed too much. */
  ai_silent_until: Milliseconds | null
  /** Until when nothing is mailed from here, as the mail server asked for fewer mails. */
  slow_until: Generated<Milliseconds | null>
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

/** How far a mailbox has come in the folder from which its mail is fetched, and which process fetches it. */
interface MailFetches {
  /** The mailbox's. */
  id: string
  /** While it stays the same, the folder's UIDs mean the same mails; null before the first connection. */
  uid_validity: number | null
  /** Mails with this UID or a lower one are done. */
  uid: number
  /** Of mails with this UID or a lower one, those alone are taken that came since `old_since`. */
  old_uid: number
  old_since: Milliseconds
  /** When the first connection was made: mails from before come closed, unanswered. */
  began_at: Milliseconds | null
  /** When the last mail that was taken came in on its server. */
  last_at: Milliseconds
  /** Mails that the server named and did not hand over, as a JSON array: uid, at, size. */
  unfetched: Json
  /** The process that fetches: it alone may move `uid`, until the lease ends. */
  lease_owner: string | null
  lease_until: Milliseconds
  /** Attempts to connect that failed in a row, and how many of them for a refused login. */
  failures: number
  refusals: number
  /** When the next attempt may be made; null if now. */
  next_at: Milliseconds | null
}

interface MailKeys {
  mailbox_id: string
  /** An HMAC of a mail's id and content; it outlives the mail's erasure, so that the mail does not come again. */
  key: string
  /** The mail that came first, even once it is erased. */
  mail_id: string
  created_at: Milliseconds
}

interface Mails {
  id: string
  organization_id: string
  mailbox_id: string
  direction: 'in' | 'out'
  /** Null until it has been read, and for those that belong to none, such as bounces. */
  conversation_id: string | null
  /** The message that shows it; null for bounces and loops. */
  message_id: string | null
  /**
   * The position of the first message of people that it brings to a visitor who has left a website; `message_id` is the
   * last one. Null for other mails.
   */
  first_position: Generated<number | null>
  /** Null until it has been read. */
  kind: MailKind | null
  not_answered: NotAnsweredReason | null
  /** Its Message-ID without angle brackets. */
  internet_id: string | null
  /** The id by which our mail server names a mail that we sent, if it gave it another one. */
  server_id: string | null
  /** The root of Outlook's `Thread-Index`, in hex. */
  thread_root: string | null
  /** The address of its sender. */
  sender: string | null
  /** The ids of its `References`, or else of `In-Reply-To`, as a JSON array, oldest first. */
  reference_ids: Json | null
  /** Names and addresses as JSON: from, reply_to, to, cc, bcc. */
  addresses: Json | null
  subject: string | null
  /** All that was written, quoted mails included, where the message shows less. */
  whole_text: string | null
  /** An HMAC of its words and sender, to count how often the same comes. */
  words_key: string | null
  has_html: Flag
  is_cut: Flag
  /** dmarc, spf and dkim as JSON; null for what we sent. */
  authentication: Json | null
  /** The recipient and sender that the mail server named, as JSON; null for what we sent. */
  envelope: Json | null
  /** The key of the raw mail among the stored files; null once that is deleted. */
  raw_key: string | null
  /** Whether the AI wrote it, or was asked to answer it. */
  is_ai: Flag
  /** For what we send: when it is tried next; null if it is not to be tried. */
  next_attempt_at: Milliseconds | null
  /** How often it was tried. */
  attempts: Generated<number>
  /** When a member asked to try it again after it had failed, from where on its day counts anew. */
  retried_at: Generated<Milliseconds | null>
  /** For what we send: what is put below it; null for what the mailbox is set to. */
  quote: Generated<MailQuote | null>
  created_at: Milliseconds
  /** When it was read, or when our mail server took it. */
  done_at: Milliseconds | null
}

interface MailDeliveries {
  mail_id: string
  address: string
  kind: 'to' | 'cc' | 'bcc'
  status: Exclude<MailDeliveryStatus, 'not_mailed'>
  /** Such as `5.1.1` or `550`. */
  code: string | null
  message: string | null
}

interface PendingMails {
  /** The message will have the same id. */
  id: string
  conversation_id: string
  /** The member who wrote it. */
  user_id: string
  content: string
  /** To whom it goes, as JSON: to, cc, bcc; addresses with names. */
  addresses: Json
  /** Null for the conversation's. */
  subject: string | null
  /** Null for what the mailbox is set to. */
  quote: MailQuote | null
  /** Whether the conversation is closed with it. */
  closes: Flag
  /** The suggestion of the AI that it was written from. */
  suggestion_id: Generated<string | null>
  /** When it becomes a message and is mailed; until then it can be taken back. */
  sends_at: Milliseconds
  created_at: Milliseconds
}

interface MailThreads {
  conversation_id: string
  mailbox_id: string
  subject: string
  /** To whom an answer goes, as JSON: to, cc; addresses with names. */
  reply: Json
  /** A JSON array of the addresses that may continue it. */
  participants: Json
}

interface ConversationLinks {
  conversation_id: string
  linked_id: string
  reason: 'other_sender' | 'old_thread'
}

/** What lets mailboxes be reached without a password: asked for by a member, then given by their provider. */
interface MailGrants {
  id: string
  organization_id: string
  /** Of the member who asked; nobody else can make use of it. */
  session_id: string
  /** One of those in `MAIL_OAUTH`. */
  provider: string
  /** The hash of what comes back from the provider with its answer; null once it has come. */
  state_hash: string | null
  /** The mailbox that is reached by it; null until there is one. */
  mailbox_id: string | null
  /** Sealed JSON: what the answer is redeemed with, then the tokens. */
  secret: string
  /** `revoked`: somebody must sign in again. */
  status: 'asked' | 'granted' | 'revoked'
  /** When it is given up; null once a mailbox has it. */
  ends_at: Milliseconds | null
  /** When its access token ends. */
  access_until: Milliseconds
  /** Until when a process is renewing it. */
  renewing_until: Milliseconds
  created_at: Milliseconds
}

export interface MailTables {
  mail_grants: MailGrants
  mailboxes: Mailboxes
  mail_fetches: MailFetches
  mail_keys: MailKeys
  mails: Mails
  mail_deliveries: MailDeliveries
  pending_mails: PendingMails
  mail_threads: MailThreads
  conversation_links: ConversationLinks
}
