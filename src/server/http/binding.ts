import type { Data, Paginated, Parsed, Progress } from '#contract/index.ts'
import type { PathParameter } from '#contract/route.ts'
import type { RouteName, routes, StreamedName } from '#contract/routes.ts'
import type { Answered } from '../answered.ts'
import type { Context, PostContext, StreamContext } from '../context.ts'
import type { Row } from '../db/rows.ts'

/** An agent with its organization's plan; `event_mark` changes with every event about it, for `latestAgentChange`. */
export type LocatedAgent = Row<'agents'> & Pick<Row<'organizations'>, 'plan'> & { event_mark: string | null }

/** An organization with what the asking person is in it. */
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
  key: Row<'api_keys'>
  action: Row<'agent_actions'>
  session: Row<'sessions'>
  /** A member of the organization. */
  user: Row<'memberships'>
  invitation: Row<'invitations'>
}

type LocatedKey<Name extends RouteName> = PathParameter<(typeof routes)[Name]['path']> & keyof LocatedRows

/** Finds the row of a path parameter within those found before it, or throws 404 or 403. */
export type Locator<Key extends keyof LocatedRows> = (
  ctx: Context,
  id: string,
  found: LocatedRows,
) => Promise<LocatedRows[Key]>

export type Locators = { [Key in keyof LocatedRows]: Locator<Key> }

/** What a verb is given: the parsed request and the rows its path names, already checked against their owner. */
export type VerbInput<Name extends RouteName> = Parsed<Name> & { [Key in LocatedKey<Name>]: LocatedRows[Key] }

/** Every POST that stores something for somebody who is signed in, present and future: they take an `Idempotency-Key`. */
export type KeyedPost = {
  [Name in RouteName]: (typeof routes)[Name] extends { method: 'POST' }
    ? (typeof routes)[Name] extends { session: 'none' } | { streams: true }
      ? never
      : Name
    : never
}[RouteName]

/**
 * What a verb gives back: `data`, or one page of it and how many there are in all. A POST's `data` has been stored as its
 * answer in the transaction of what it answers for.
 */
export type VerbResult<Name extends RouteName> = Name extends KeyedPost
  ? Answered<Data<Name>>
  : Paginated<Name> extends true
    ? { items: Data<Name>; total: number }
    : Data<Name>

/** A streamed answer: how far it has got, and `data` at last. What it throws before the first event is an ordinary refusal. */
export type Streamed<Name extends StreamedName> = AsyncGenerator<Progress<Name>, Data<Name>>

export interface Binding<Name extends RouteName> {
  run: Name extends StreamedName
    ? (ctx: StreamContext, input: VerbInput<Name>) => Streamed<Name>
    : (ctx: Name extends KeyedPost ? PostContext : Context, input: VerbInput<Name>) => Promise<VerbResult<Name>>
  /** Replaces how a path parameter is found. */
  locate?: { [Key in LocatedKey<Name>]?: Locator<Key> }
  /**
   * For GET: a text that changes whenever the answer would, read from at most one indexed row.
   * Where it is absent, the answer's own hash serves.
   */
  version?(ctx: Context, input: VerbInput<Name>): Promise<string> | string
}

export type Bindings<Names extends RouteName> = { [Name in Names]: Binding<Name> }
