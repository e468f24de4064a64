import type { HeldFor } from '#contract/enums.ts'
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'
import type { Data, Input, Paginated } from '#contract/index.ts'
import type { Page } from '#contract/pagination.ts'
import type { publicRoutes } from '#contract/public-routes.ts'
import type { ReplyOutcome, replyStream } from '#contract/reply-stream.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import type { RequestOptions } from './options.ts'

// The types of the public API as this repository's own code sees them. In the package, types of the same names that the
// build writes out of the contract stand in place of these, so that the package needs nothing else.

export type { ErrorCode, ErrorDetail, Page, ReplyOutcome }
export type HandoffReason = HeldFor
export type AiModel = Data<'listAiModels'>[number]
export type Agent = Data<'getAgent'>
export type Source = Data<'getSource'>
export type TrainingJob = Data<'getTrainingJob'>
export type CrawlTask = Data<'getCrawl'>
export type Conversation = Data<'getConversation'>
export type Message = Data<'sendMessage'>
export type WebhookEndpoint = Data<'listWebhookEndpoints'>[number]

/** What comes in the stream of a reply, in order; `done` is the last. */
export type ReplyEvent = {
  [Type in keyof typeof replyStream]: { type: Type; data: ReturnType<(typeof replyStream)[Type]['parse']> }
}[keyof typeof replyStream]
export type Citation = Extract<ReplyEvent, { type: 'citations' }>['data']['items'][number]

type Verb = 'list' | 'create' | 'get' | 'update' | 'delete' | 'retrain' | 'start' | 'send' | 'submit'
/** `sendHumanMessage` → `['send', 'HumanMessage']` */
type Split<Name> = { [V in Verb]: Name extends `${V}${infer Rest}` ? [V, Rest] : never }[Verb]
type VerbOf<Name> = Split<Name>[0]
type ResourceOf<Name> = Uncapitalize<Split<Name>[1] extends `${string}s` ? Split<Name>[1] : `${Split<Name>[1]}s`>

type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : []
type Content<I> = I extends { body: infer Body }
  ? Record<never, never> extends Body
    ? [body?: Body]
    : [body: Body]
  : I extends { query?: infer Query }
    ? [NonNullable<Query>] extends [never]
      ? []
      : [query?: NonNullable<Query>]
    : []
type Arguments<N extends PublicRouteName> = [
  ...Ids<(typeof publicRoutes)[N]['path']>,
  ...Content<Input<N>>,
  options?: RequestOptions,
]
type Answer<N extends PublicRouteName> =
  Paginated<N> extends true ? Page<ItemOf<Data<N>>> : undefined extends Data<N> ? undefined : Data<N>
type ItemOf<List> = List extends (infer Item)[] ? Item : never

type NamesOf<Resource> = { [N in PublicRouteName]: ResourceOf<N> extends Resource ? N : never }[PublicRouteName]
type Methods<Names extends PublicRouteName> = {
  [N in Names as VerbOf<N>]: (...args: Arguments<N>) => Promise<Answer<N>>
} & {
  [N in Names as Paginated<N> extends true ? 'all' : never]: (
    ...args: Arguments<N>
  ) => AsyncIterableIterator<ItemOf<Data<N>>>
} & {
  [N in Names as (typeof publicRoutes)[N] extends { followed: true } ? 'stream' : never]: (
    ...args: Arguments<N>
  ) => AsyncIterableIterator<ReplyEvent>
}

/** Every operation of the public API: `agents.list`, `messages.send` and so on. */
export type Operations = { [Resource in ResourceOf<PublicRouteName>]: Methods<NamesOf<Resource>> }
