import type { Data, Input, Paginated, Progress } from '#contract/index.ts'
import type { Page } from '#contract/pagination.ts'
import type { RouteName } from '#contract/routes.ts'

/** One page of a list. Unlike the server's answer it lacks the request id, so that equal pages compare as equal. */
export interface ListPage<Item> {
  data: Item[]
  links: Page<Item>['links']
  meta: Omit<Page<Item>['meta'], 'request_id'>
}

/** Result of a call: the whole page for a paginated list, undefined for a 204, and `data` of the answer otherwise. */
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
  /** Idempotency key of a POST: repeating it with the key can't do the work twice. */
  idempotencyKey?: string | undefined
  /** Lets the request outlive the page. Browsers allow 64 KiB in total, so bodies of over 16,000 characters don't. */
  outlivesPage?: boolean | undefined
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** Called with each event of a streamed answer except the last, which is the call's result. */
  onEvent?(event: Progress<Name>): void
}

/** Input of a call. Where it says no organization, it is about this tab's. */
export type CallInput<Name extends RouteName> =
  Input<Name> extends { params: infer Params extends { organization: string } }
    ? Omit<Input<Name>, 'params'> &
        (keyof Params extends 'organization'
          ? { params?: Partial<Params> }
          : { params: Omit<Params, 'organization'> & { organization?: string } })
    : Input<Name>

export type MutationInput<Name extends RouteName> = CallInput<Name> & CallOptions<Name>

/** Argument of a query; optional when none of its fields is required. */
export type InputArguments<Name extends RouteName> =
  Record<never, never> extends CallInput<Name> ? [input?: CallInput<Name> | undefined] : [input: CallInput<Name>]

/** Argument of `mutate`; optional when none of its fields is required. */
export type MutationVariables<Name extends RouteName> =
  // biome-ignore lint/suspicious/noConfusingVoidType: only void lets `mutate()` be called without an argument
  Record<never, never> extends CallInput<Name> ? MutationInput<Name> | void : MutationInput<Name>
