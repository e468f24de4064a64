import type { Data, Paginated, Parsed, Progress } from '#contract/index.ts'
import type { PathParameter } from '#contract/route.ts'
import type { OperationName, Operations, StreamedName } from '#contract/routes.ts'
import type { Answered } from '../answered.ts'
import type { Context, PostContext, StreamContext } from '../context.ts'
import type { Row } from '../db/rows.ts'

/** `event_mark` changes with every event about the agent (see `latestAgentChange`). */
export type LocatedAgent = Row<'agents'> & Pick<Row<'organizations'>, 'plan'> & { event_mark: string | null }

/** An organization with the caller's role in it and when the caller was last seen there; both null for a non-member. */
export type LocatedOrganization = Row<'organizations'> & {
  [Key in 'role' | 'last_seen_at']: Row<'memberships'>[Key] | null
}

/** The rows that path parameters name, by parameter. */
export interface LocatedRows {
  organization: LocatedOrganization
  agent: LocatedAgent
  source: Row<'sources'>
  conversation: Row<'conversations'>
  message: Row<'messages'>
  endpoint: Row<'webhook_endpoints'>
  delivery: Row<'webhook_deliveries'>
  mailbox: Row<'mailboxes'>
  attachment: Row<'attachments'>
  account: Row<'model_accounts'>
  key: Row<'api_keys'>
  action: Row<'agent_actions'>
  check: Row<'checks'>
  run: Row<'check_runs'>
  session: Row<'sessions'>
  user: Row<'memberships'>
  invitation: Row<'invitations'>
  job: Row<'visitor_jobs'>
  label: Row<'labels'>
  /** A saved reply with its author's name. */
  reply: Row<'saved_replies'> & { user_name: string }
  note: Row<'thread_entries'>
  subscription: Row<'push_subscriptions'>
  gap: Row<'gaps'>
  proof: Row<'proofs'>
  site: Row<'sites'>
  plan: Row<'plans'>
  page: Row<'plan_pages'>
  impact: Row<'impacts'>
  bulk: Row<'source_bulks'>
}

type LocatedKey<Name extends OperationName> = PathParameter<Operations[Name]['path']> & keyof LocatedRows

/** Finds a path parameter's row within those of the parameters before it. @throws AppError 404 or 403 */
export type Locator<Key extends keyof LocatedRows> = (
  ctx: Context,
  id: string,
  found: LocatedRows,
) => Promise<LocatedRows[Key]>

export type Locators = { [Key in keyof LocatedRows]: Locator<Key> }

/** The input of a use case: the parsed request, and the rows that its path names, to which the caller has access. */
export type VerbInput<Name extends OperationName> = Parsed<Name> & { [Key in LocatedKey<Name>]: LocatedRows[Key] }

/** The names of the POSTs that take an `Idempotency-Key` (see `takesIdempotencyKey`). */
export type KeyedPost = {
  [Name in OperationName]: Operations[Name] extends { method: 'POST' }
    ? Operations[Name] extends { session: 'none' } | { streams: true } | { status: 204 } | { repeatable: true }
      ? never
      : Name
    : never
}[OperationName]

/** An answer that is a file, which the client is to save under a name. */
export interface FileAnswer {
  name: string
  /** Its media type, where the route's own says less. */
  type?: string
  /** Only for what the browser is to show and not to save: the content security policy under which it does, in frames too. */
  shownUnder?: string
  content: AsyncIterable<string | Uint8Array>
}

/**
 * The result of a use case: a file, `data`, or one page of it with the total number of items. The `data` of a POST that
 * takes an idempotency key must have been stored as its answer in the transaction that did the work.
 */
export type VerbResult<Name extends OperationName> = Operations[Name] extends { file: string }
  ? FileAnswer
  : Name extends KeyedPost
    ? Answered<Data<Name>>
    : Paginated<Name> extends true
      ? { items: Data<Name>; total: number }
      : Data<Name>

/** Yields progress and returns `data`. An error before the first event becomes an ordinary error answer. */
export type Streamed<Name extends StreamedName> = AsyncGenerator<Progress<Name>, Data<Name>>

interface Binding<Name extends OperationName> {
  run: Name extends StreamedName
    ? (ctx: StreamContext, input: VerbInput<Name>) => Streamed<Name>
    : (ctx: Name extends KeyedPost ? PostContext : Context, input: VerbInput<Name>) => Promise<VerbResult<Name>>
  /** Locators that replace the usual ones for this endpoint. */
  locate?: { [Key in LocatedKey<Name>]?: Locator<Key> }
  /**
   * For a GET: a text for the ETag that changes whenever the answer would, and costs a few index lookups at most.
   * Without it, the ETag is a hash of the answer.
   */
  version?(ctx: Context, input: VerbInput<Name>): Promise<string> | string
}

export type Bindings = { [Name in OperationName]: Binding<Name> }

/** The use case that serves an operation. */
export type Verb<Name extends OperationName> = Bindings[Name]['run']
