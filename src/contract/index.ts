import type { z } from 'zod'
import { actionEndpoints } from './actions.ts'
import { agentEndpoints } from './agents.ts'
import { aiModelEndpoints } from './ai-models.ts'
import { conversationDashboardEndpoints, conversationEndpoints } from './conversations.ts'
import { crawlEndpoints } from './crawls.ts'
import { inboxEndpoints } from './inbox.ts'
import { memberEndpoints } from './members.ts'
import { organizationEndpoints } from './organizations.ts'
import { playgroundEndpoints } from './playground.ts'
import type { PathParameter } from './route.ts'
import type { RouteName, routes } from './routes.ts'
import { sessionEndpoints } from './sessions.ts'
import { sourceEndpoints } from './sources.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Every endpoint of both APIs by operation name. A route without schemas does not compile. */
export const endpoints = {
  ...aiModelEndpoints,
  ...agentEndpoints,
  ...sourceEndpoints,
  ...crawlEndpoints,
  ...conversationEndpoints,
  ...conversationDashboardEndpoints,
  ...inboxEndpoints,
  ...playgroundEndpoints,
  ...actionEndpoints,
  ...webhookEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...sessionEndpoints,
} satisfies { [Name in RouteName]: { name: Name } }

export type Endpoints = typeof endpoints

type Schema<Name extends RouteName, Key extends string> = Endpoints[Name] extends {
  [K in Key]: infer S extends z.ZodType
}
  ? S
  : undefined

type Defined<T> = { [K in keyof T as [T[K]] extends [undefined] ? never : K]: T[K] }

export type Params<Name extends RouteName> = { [Key in PathParameter<(typeof routes)[Name]['path']>]: string }
type NoParams<Name extends RouteName> = [PathParameter<(typeof routes)[Name]['path']>] extends [never] ? true : false

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller sends: path parameters, query and body, each only where the endpoint has it. */
export type Input<Name extends RouteName> = Defined<{
  params: NoParams<Name> extends true ? undefined : Params<Name>
  body: Schema<Name, 'multipart'> extends z.ZodType
    ? InputOf<Schema<Name, 'body'>> | InputOf<Schema<Name, 'multipart'>>
    : InputOf<Schema<Name, 'body'>>
}> & { query?: InputOf<Schema<Name, 'query'>> }

/** What a verb is given: the same after parsing, defaults filled in. */
export type Parsed<Name extends RouteName> = Defined<{
  params: NoParams<Name> extends true ? undefined : Params<Name>
  query: OutputOf<Schema<Name, 'query'>>
  body: Schema<Name, 'multipart'> extends z.ZodType
    ? OutputOf<Schema<Name, 'body'>> | OutputOf<Schema<Name, 'multipart'>>
    : OutputOf<Schema<Name, 'body'>>
}>

/** What stands in `data` of the answer; undefined where the answer is empty. */
export type Data<Name extends RouteName> = OutputOf<Schema<Name, 'data'>>

/** What an event before the last holds, where the answer is streamed. */
export type Progress<Name extends RouteName> = OutputOf<Schema<Name, 'progress'>>

export type Paginated<Name extends RouteName> = Endpoints[Name] extends { paginated: true } ? true : false
