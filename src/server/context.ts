import type { FastifyBaseLogger } from 'fastify'
import type { StreamEvent } from '#contract/events.ts'
import type { Route } from '#contract/route.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Extractor } from './adapters/extract/extractor.ts'
import type { ImapAccounts } from './adapters/mail/imap/imap-account.ts'
import type { Mail } from './adapters/mail/mail.ts'
import type { MailOauth } from './adapters/mail/oauth/mail-oauth.ts'
import type { MailReader } from './adapters/mail/read/mail-reader.ts'
import type { SmtpAccounts } from './adapters/mail/send/smtp-accounts.ts'
import type { Models } from './adapters/models/catalogue.ts'
import type { Outbound } from './adapters/outbound/outbound.ts'
import type { Secrets } from './adapters/secrets/secrets.ts'
import type { Storage } from './adapters/storage/storage.ts'
import type { Answered } from './answered.ts'
import type { Row } from './db/rows.ts'
import type { Tx } from './db/tables.ts'
import type { Announcement } from './events/announcement.ts'
import type { Presence } from './events/presence.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import type { Database, JobQueue, Notifications, RateLimits } from './platform/platform.ts'
import type { Notice } from './process/notices.ts'
import type { Recent } from './process/recent.ts'
import type { Config } from './settings/config.ts'

export type Log = FastifyBaseLogger

export interface EmittedEvent {
  organizationId: string
  event: StreamEvent
  /** What webhook receivers are sent about the event; undefined if nothing. */
  announcement: Announcement | undefined
  /** Who wrote the message that `message.created` tells of, and in which kind of conversation. */
  written: Written | undefined
}

/** The writer of a message, and how its conversation was begun. */
interface Written {
  role: Row<'messages'>['role']
  origin: Row<'conversations'>['origin']
}

/** Acts on an event within the transaction that emits it. */
export type EventListener = (deps: Dependencies, tx: Tx, emitted: EmittedEvent) => Promise<void>

/** Deletes or anonymizes a feature's copies of a conversation, in the transaction that erases the conversation. */
export type Eraser = (
  tx: Tx,
  conversation: Pick<Row<'conversations'>, 'id' | 'agent_id' | 'organization_id'>,
) => Promise<void>

/** Everything that code of this process depends on. Built in dependencies.ts, or by a test. */
export interface Dependencies {
  config: Config
  database: Database
  jobs: JobQueue
  notifications: Notifications
  /** Who has which conversation open, and who is writing. */
  presence: Presence
  rateLimits: RateLimits
  knowledge: Knowledge
  models: Models
  outbound: Outbound
  /** Undefined where no mail server is configured. */
  mail: Mail | undefined
  extractor: Extractor
  storage: Storage
  /** Encrypts what is stored and needed in clear later. */
  secrets: Secrets
  /** Sends mail by the servers that mailboxes name. */
  smtpAccounts: SmtpAccounts
  /** Signs in to mailboxes at companies that want it so. */
  mailOauth: MailOauth
  /** Fetches mail from the servers that mailboxes name. */
  imapAccounts: ImapAccounts
  /** Reads raw mails. */
  mailReader: MailReader
  log: Log
  /** What this process did lately, for alarms. */
  recent: Recent
  /** Stores for the doctor what this process has noticed about its configuration. */
  notice: Notice
  /** Listeners of features that act on other features' events in the same transaction. */
  eventListeners: readonly EventListener[]
  /** Erasers of the features whose copies of a conversation need more than deleting rows by their `conversation_id`. */
  erasers: readonly Eraser[]
  /** The current time in milliseconds since 1970. */
  now: () => number
}

export type Actor =
  | {
      kind: 'api_key'
      userId: string
      organizationId: string
      keyId: string
      scopes: readonly Scope[]
    }
  /** A member's browser, by its session cookie on /api/v1, or on /v1 by a token made for one organization. */
  | { kind: 'session'; userId: string; sessionId: string; organizationId?: string }
  /** Somebody who writes in the chat on a website, known by the token of their visit. */
  | {
      kind: 'visitor'
      visitorId: string
      agentId: string
      organizationId: string
      isAgentDeleted: boolean
      /** Whether the link in a mail to the visitor has begun the visit. */
      isByLink: boolean
      tokenHash: string
    }
  | { kind: 'anonymous' }
  | { kind: 'system' }

/** What a use case is given besides its input: who sends the request, and the dependencies. */
export interface Context extends Dependencies {
  actor: Actor
  /** What the route lets the audit log record; undefined for the system, which may record anything. */
  audit?: Route['audit']
  /** The lowest role in the request's organization that may make the request; `anybody` if it concerns none. */
  leastRole: Route['role']
  /** The address at which people reach this server, without a final slash; for the system, empty if not configured. */
  publicUrl: string
  ip: string
  /** Whether `ip` may be the address of a proxy with many clients, so that it does not tell who sends the request. */
  isAddressShared: boolean
  /** The cookie by which the caller's browser is known as one that has signed in to an account before. */
  device: {
    token(userId: string): string | undefined
    remember(userId: string, token: string): void
  }
  userAgent: string | null
  /** Notes that what the request would make exists already; a route with an `existing` status answers with that. */
  answersAgain(): void
  /** Sets the session cookie of the answer; null clears it. */
  setSessionCookie(token: string | null): void
}

/**
 * The context of a POST. On a route that takes idempotency keys, a request that the same caller repeats with the same
 * `Idempotency-Key` within a day takes effect only once.
 */
export interface PostContext extends Context {
  /**
   * Makes `data` the answer. The transaction that does the work also stores it under the request's key, if any, so that
   * neither exists without the other. Of several calls, the last one counts.
   * @param about the conversation whose erasure erases the stored answer too; not needed if it is in the route's path
   * @throws AppError 409 `idempotency_in_progress`, which rolls back, when another request has taken over the key
   */
  answer<T>(tx: Tx, data: T, about?: string | null): Promise<Answered<T>>
  /** Whether the caller follows the reply that it asks for while it is written. */
  isFollowed: boolean
}

export interface StreamContext extends Context {
  /** Aborted when the client has closed the connection. */
  gone: AbortSignal
}

/** The context of work that is done as the system, such as a job. */
export function systemContext(dependencies: Dependencies): Context {
  return {
    ...dependencies,
    actor: { kind: 'system' },
    leastRole: 'anybody',
    publicUrl: dependencies.config.publicUrl ?? '',
    ip: '127.0.0.1',
    isAddressShared: false,
    device: { token: () => undefined, remember() {} },
    userAgent: null,
    answersAgain() {},
    setSessionCookie() {},
  }
}

/** @throws Error without a session or API key: call it only in routes that only users may call */
export function actingUserId(ctx: Context): string {
  if (ctx.actor.kind === 'api_key' || ctx.actor.kind === 'session') return ctx.actor.userId
  throw new Error('No person stands behind this request.')
}
