import type { Data, Input, Paginated, Progress } from '#contract/index.ts'
import type { Page } from '#contract/pagination.ts'
import type { RouteName } from '#contract/routes.ts'

/** One page of a list as the client hands it out: the request id is left out, so that equal pages are equal. */
export interface ListPage<Item> {
  data: Item[]
  links: Page<Item>['links']
  meta: Omit<Page<Item>['meta'], 'request_id'>
}

/** What a call gives: the whole page for a paginated list, `data` otherwise, nothing for a 204. */
export type Answer<Name extends RouteName> =
  Paginated<Name> extends true
    ? Data<Name> extends (infer Item)[]
      ? ListPage<Item>
      : never
    : [Data<Name>] extends [undefined]
      ? undefined
      : Data<Name>

export interface CallOptions<Name extends RouteName = RouteName> {
  signal?: AbortSignal | undefined
  /** Sent with a POST; the same key again can't do the work twice. */
  idempotencyKey?: string | undefined
  /** Called with 0 to 1 as the body goes out. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called with each event of a streamed answer but the last, which is what the call gives. */
  onEvent?(event: Progress<Name>): void
}

/** A mutation's variables: the call's input, and how to make the call. */
export type MutationInput<Name extends RouteName> = Input<Name> & CallOptions<Name>

/** `input` may be left out where nothing in it is required. */
export type InputArguments<Name extends RouteName> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]

/** What `mutate` takes: nothing where nothing is required. */
export type MutationVariables<Name extends RouteName> =
  // biome-ignore lint/suspicious/noConfusingVoidType: only void lets `mutate()` be called without an argument
  Record<never, never> extends Input<Name> ? MutationInput<Name> | void : MutationInput<Name>
