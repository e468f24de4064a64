import { type Endpoint, errorCodes } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'

/** What an error of the public API means to who writes a program, and what the program, or its author, should do. */
export interface ErrorHelp {
  means: string
  mend: string
}

/** Every error code that the public API answers. */
export const errorHelp = {
  unauthenticated: {
    means: 'The request carries no API key, or one that this server does not know or that was revoked.',
    mend: 'Send `Authorization: Bearer` and the key as it was shown once when it was made. Make a new one in the dashboard if it is lost. Sending the request again as it is does not help.',
  },
  token_expired: {
    means: 'The key was valid until the date that it was given when it was made.',
    mend: 'Make a new key in the dashboard and replace this one. Keys without an end date do not expire.',
  },
  premium_required: {
    means: 'The organization of the key is on a plan without the API.',
    mend: 'Change the plan in the dashboard. The key then works as it is.',
  },
  insufficient_scope: {
    means: 'The key is valid but lacks the scope that the operation needs; the message names it.',
    mend: 'Make a key with that scope. The scopes of a key do not change.',
  },
  forbidden: {
    means: 'The key belongs to another organization than what the address names.',
    mend: 'Use a key of that organization, or look up the ids that this key can reach by `listAgents`.',
  },
  resource_not_found: {
    means: 'There is nothing by this id, it was deleted, or it belongs to something else than the address says.',
    mend: 'Check each id of the address: that of the conversation must belong to that of the agent. Stop asking for what was deleted.',
  },
  method_not_allowed: {
    means: 'The address exists, but not with this method.',
    mend: 'The header `Allow` lists the methods that it takes.',
  },
  conversation_conflict: {
    means:
      'A visitor has at most one open conversation with an agent. `details[0].conversation_id` is the one that is open.',
    mend: 'Go on in that conversation, or close it first by `updateConversation` with `{"status": "closed"}`.',
  },
  idempotency_in_progress: {
    means: 'The first request with this `Idempotency-Key` has not been answered yet.',
    mend: 'Wait as many seconds as `Retry-After` says and send the same again: it answers as the first one did.',
  },
  validation_failed: {
    means:
      'Something of the request is not as the operation takes it. Each entry of `details` names a field and says why; the status is 400 for what cannot be read, 413 for what is too large, 415 for a content type that is not taken, else 422.',
    mend: 'Correct the fields that `details` names. Sending the same again gives the same answer.',
  },
  conversation_closed: {
    means: 'The conversation is closed and takes no messages.',
    mend: 'Reopen it by `updateConversation` with `{"status": "open"}`, or begin a new one.',
  },
  subscription_limit_exceeded: {
    means: "The request would go beyond a limit of the organization's plan, such as its number of agents or sources.",
    mend: 'Delete what is no longer needed, or change the plan.',
  },
  premium_plan_required: {
    means: 'The plan has the API but not what this request asks for.',
    mend: 'Leave out what the message names, or change the plan.',
  },
  agent_unavailable: {
    means: 'The agent is disabled, by its owner or because its organization may not have that many.',
    mend: 'Enable it in the dashboard. `is_disabled` and `disabled_reason` of `getAgent` tell the state.',
  },
  rate_limit_exceeded: {
    means: 'More requests came within a minute than the rate class of the operation allows the key.',
    mend: 'Wait as many seconds as `Retry-After` says. `X-RateLimit-Remaining` tells beforehand how many are left. Ask for changes with `If-None-Match`, or let webhooks tell of them.',
  },
  internal_error: {
    means: 'A fault of this server. It was logged under the request id.',
    mend: 'Send a POST again with the same `Idempotency-Key`. If it stays, tell the operator `meta.request_id`.',
  },
  upstream_failure: {
    means: 'Something that this server had to ask, such as a website, did not answer as needed. Nothing was changed.',
    mend: 'Check the address of the request, and try again after a while.',
  },
  service_unavailable: {
    means: 'The database, the disk or another thing that the server needs is missing for the moment.',
    mend: 'Wait as many seconds as `Retry-After` says and send the same again, a POST with the same `Idempotency-Key`.',
  },
} satisfies Partial<Record<ErrorCode, ErrorHelp>>

export type PublicErrorCode = keyof typeof errorHelp

export const publicErrorCodes = Object.keys(errorHelp) as PublicErrorCode[]

/** The operations of the public API, in the order of the contract. */
export const publicOperations = (Object.values(endpoints) as unknown as Endpoint[]).filter(
  ({ route }) => (route as Route).api === 'public',
)

/** Answered anywhere, so that no operation names them. */
const ANYWHERE: readonly ErrorCode[] = ['method_not_allowed', 'internal_error']

/** The names of the operations that may answer an error; all of them for one that has nothing to do with the operation. */
export const operationsWith = (code: PublicErrorCode): readonly string[] =>
  publicOperations
    .filter((endpoint) => ANYWHERE.includes(code) || errorCodes(endpoint).includes(code))
    .map(({ name }) => name)
