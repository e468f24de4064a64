import type { z } from 'zod'
import { accountEndpoints } from './account.ts'
import { actionEndpoints } from './actions.ts'
import { agentEndpoints } from './agents.ts'
import { aiModelEndpoints } from './ai-models.ts'
import { attachmentEndpoints } from './attachments.ts'
import { auditEndpoints } from './audit.ts'
import { checkEndpoints } from './checks.ts'
import { conversationDashboardEndpoints, conversationEndpoints } from './conversations.ts'
import { crawlEndpoints } from './crawls.ts'
import { emailEndpoints } from './emails.ts'
import { gapEndpoints } from './gaps.ts'
import { handlingEndpoints } from './handling.ts'
import { impactEndpoints } from './impact.ts'
import { inboxEndpoints } from './inbox.ts'
import { labelEndpoints } from './labels.ts'
import { mailboxEndpoints } from './mailboxes.ts'
import { memberEndpoints } from './members.ts'
import { modelAccountEndpoints } from './model-accounts.ts'
import { notificationEndpoints } from './notifications.ts'
import { organizationEndpoints } from './organizations.ts'
import { overviewEndpoints } from './overview.ts'
import { playgroundEndpoints } from './playground.ts'
import { presenceEndpoints } from './presence.ts'
import { privacyEndpoints } from './privacy.ts'
import type { PathParameter } from './route.ts'
import type { OperationName, Operations, RouteName } from './routes.ts'
import { savedReplyEndpoints } from './saved-replies.ts'
import { searchEndpoints } from './search.ts'
import { sessionEndpoints } from './sessions.ts'
import { siteEndpoints } from './sites.ts'
import { sourceBulkEndpoints } from './source-bulks.ts'
import { sourceContentEndpoints } from './source-content.ts'
import { sourceEndpoints } from './sources.ts'
import { systemEndpoints } from './system.ts'
import { teachEndpoints } from './teach.ts'
import { threadEndpoints } from './threads.ts'
import { webhookEndpoints } from './webhooks.ts'
import type { widgetEndpoints } from './widget.ts'

/** Endpoints of the public and the dashboard's API by operation. A route without schemas is a type error. */
export const endpoints = {
  ...aiModelEndpoints,
  ...agentEndpoints,
  ...sourceEndpoints,
  ...sourceContentEndpoints,
  ...sourceBulkEndpoints,
  ...crawlEndpoints,
  ...siteEndpoints,
  ...gapEndpoints,
  ...systemEndpoints,
  ...teachEndpoints,
  ...impactEndpoints,
  ...conversationEndpoints,
  ...conversationDashboardEndpoints,
  ...threadEndpoints,
  ...emailEndpoints,
  ...attachmentEndpoints,
  ...handlingEndpoints,
  ...inboxEndpoints,
  ...notificationEndpoints,
  ...overviewEndpoints,
  ...searchEndpoints,
  ...labelEndpoints,
  ...savedReplyEndpoints,
  ...playgroundEndpoints,
  ...checkEndpoints,
  ...actionEndpoints,
  ...webhookEndpoints,
  ...mailboxEndpoints,
  ...modelAccountEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...sessionEndpoints,
  ...accountEndpoints,
  ...auditEndpoints,
  ...presenceEndpoints,
  ...privacyEndpoints,
} satisfies { [Name in RouteName]: { name: Name } }

export type Endpoints = typeof endpoints & typeof widgetEndpoints

type Schema<Name extends OperationName, Key extends string> = Endpoints[Name] extends {
  [K in Key]: infer S extends z.ZodType
}
  ? S
  : undefined

type Defined<T> = { [K in keyof T as [T[K]] extends [undefined] ? never : K]: T[K] }

type Params<Name extends OperationName> = { [Key in PathParameter<Operations[Name]['path']>]: string }
type NoParams<Name extends OperationName> = [PathParameter<Operations[Name]['path']>] extends [never] ? true : false

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a client sends to an operation: path parameters, query and body, each only where the endpoint has one. */
export type Input<Name extends OperationName> = Defined<{
  params: NoParams<Name> extends true ? undefined : Params<Name>
  body: Schema<Name, 'multipart'> extends z.ZodType
    ? InputOf<Schema<Name, 'body'>> | InputOf<Schema<Name, 'multipart'>>
    : InputOf<Schema<Name, 'body'>>
}> & { query?: InputOf<Schema<Name, 'query'>> }

/** What the server's handler receives: params, query and body after parsing, with defaults filled in. */
export type Parsed<Name extends OperationName> = Defined<{
  params: NoParams<Name> extends true ? undefined : Params<Name>
  query: OutputOf<Schema<Name, 'query'>>
  body: Schema<Name, 'multipart'> extends z.ZodType
    ? OutputOf<Schema<Name, 'body'>> | OutputOf<Schema<Name, 'multipart'>>
    : OutputOf<Schema<Name, 'body'>>
}>

/** The type of `data` in an operation's answer; undefined where the answer is empty or a file. */
export type Data<Name extends OperationName> = OutputOf<Schema<Name, 'data'>>

/** The type of the events before the last one in an operation's streamed answer. */
export type Progress<Name extends OperationName> = OutputOf<Schema<Name, 'progress'>>

export type Paginated<Name extends OperationName> = Endpoints[Name] extends { paginated: true } ? true : false
