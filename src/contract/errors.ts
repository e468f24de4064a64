/** Every error code of the three APIs, with its HTTP status and default message. */
export const errors = {
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  token_expired: { status: 401, message: 'This API key has expired.' },
  invalid_credentials: { status: 401, message: 'The e-mail address or the password is wrong.' },
  two_factor_required: { status: 401, message: 'A code of your authenticator is needed as well.' },
  premium_required: { status: 403, message: 'A premium plan is required to use the API.' },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope this endpoint needs.' },
  forbidden: { status: 403, message: 'This action is unauthorized.' },
  sign_up_closed: { status: 403, message: 'This server does not accept new owners.' },
  resource_not_found: { status: 404, message: 'The requested resource was not found.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  conversation_conflict: { status: 409, message: 'This visitor already has an open conversation with this agent.' },
  already_set_up: { status: 409, message: 'This server has already been set up.' },
  last_owner: { status: 409, message: 'An organization needs at least one owner.' },
  person_has_written: { status: 409, message: 'A person has answered meanwhile.' },
  not_with_people: { status: 409, message: 'The AI has this conversation, not people.' },
  only_human: { status: 409, message: 'Only people answer here.' },
  reply_is_stale: { status: 409, message: 'Somebody else has replied meanwhile.' },
  already_sent: { status: 409, message: 'This mail has left already.' },
  not_failed: { status: 409, message: 'This mail has failed to reach nobody.' },
  mailbox_unavailable: { status: 409, message: 'No mail can be sent from this mailbox.' },
  source_is_stale: { status: 409, message: 'This source was changed meanwhile.' },
  plan_is_stale: {
    status: 409,
    message: 'The sources have changed since this plan was made. Crawl the website again.',
  },
  check_run_in_progress: { status: 409, message: 'A run of these checks is in progress. Wait until it has ended.' },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Try again shortly.',
  },
  validation_failed: { status: 422, message: 'The given data was invalid.' },
  conversation_closed: { status: 422, message: 'This conversation is closed.' },
  subscription_limit_exceeded: { status: 422, message: "This exceeds the limits of the organization's plan." },
  premium_plan_required: { status: 422, message: 'This needs the premium plan.' },
  attachment_refused: { status: 422, message: 'This file was refused, as it may do harm.' },
  agent_unavailable: { status: 423, message: 'This agent is disabled.' },
  rate_limit_exceeded: { status: 429, message: 'Too Many Attempts.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. It has been logged.' },
  upstream_failure: {
    status: 502,
    message: 'The request could not be completed upstream. Nothing was changed; try again.',
  },
  service_unavailable: { status: 503, message: 'The database cannot be reached at the moment. Try again shortly.' },
} as const

export type ErrorCode = keyof typeof errors

/** One problem. `field` is a dotted path (`questions.0.answer`); a conflict carries the open conversation's id. */
export type ErrorDetail = { field: string; message: string } | { field: string; conversation_id: string }

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details: ErrorDetail[] }
  meta: { request_id: string }
}
