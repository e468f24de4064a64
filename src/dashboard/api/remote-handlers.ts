import type { Input } from '#contract/index.ts'
import type { RouteName } from '#contract/routes.ts'
import type { Answer, CallOptions } from './types.ts'

/** Replacements for first-party operations when the tab works with another server, by operation name. */
export type Handlers = {
  [Name in RouteName]?: (input: Input<Name>, options: CallOptions) => Promise<Answer<Name>> | Answer<Name>
}

/** Calls an operation of the other server's public API. */
export type CallPublic = <Name extends RouteName>(
  name: Name,
  input: Input<Name> | undefined,
  options: CallOptions,
) => Promise<Answer<Name>>
