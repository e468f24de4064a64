import { errors } from '#contract/errors.ts'
import { type ApiError, isApiError } from '#dashboard/api/api-error.ts'
import { sentence } from '#dashboard/lib/sentence.ts'

interface ErrorDescription {
  title: string
  /** What the reader should know or can do about the error; may be empty. */
  advice: string
  /** Whether the call may succeed when repeated unchanged. */
  retryable: boolean
}

type Describe = (error: ApiError) => ErrorDescription

const again = (title: string, advice: string): ErrorDescription => ({ title, advice, retryable: true })
const settled = (title: string, advice: string): ErrorDescription => ({ title, advice, retryable: false })

const byCode: Partial<Record<ApiError['code'], Describe>> = {
  server_unreachable: () =>
    again('The server can’t be reached', 'Check that it is running and that you are connected, then try again.'),
  unexpected_answer: (error) => again('The server gave an answer this page can’t read', error.message),
  internal_error: () =>
    again('Something went wrong on the server', 'It has been logged. Try again; if it stays, pass on the request id.'),
  service_unavailable: ({ message }) => again('The server can’t do this right now', message),
  upstream_failure: () => again('A service behind this one failed', 'Nothing was changed. Try again.'),
  rate_limit_exceeded: ({ message }) =>
    message.includes('Try again in')
      ? again('The server asks for a pause', message)
      : again('Too many requests', 'The server asks for a pause.'),
  idempotency_in_progress: () =>
    again('This is still under way', 'The same request is being worked on. Try again in a moment.'),
  unauthenticated: () => again('You are signed out', 'Sign in again to go on.'),
  token_expired: () => again('Your session has run out', 'Sign in again to go on.'),
  premium_required: () =>
    settled(
      'The premium plan is needed',
      'This organization’s plan does not include the API. Its owner can change the plan.',
    ),
  premium_plan_required: (error) => settled('The premium plan is needed', error.message),
  insufficient_scope: (error) => settled('This key may not do that', error.message),
  // The usual message says nothing that the reader could act on; any other gives the reason.
  forbidden: ({ message }) =>
    message === errors.forbidden.message
      ? settled(
          'This belongs to someone else',
          'Only its owner may see or change it. Is the right organization chosen?',
        )
      : settled('The server does not allow this', message),
  role_too_low: () =>
    settled('Your role does not allow this', 'An owner or admin of the organization can change your role.'),
  resource_not_found: () => settled('There is nothing here', 'It may have been deleted, or the address is mistyped.'),
  agent_unavailable: () => settled('This agent is disabled', 'Enable it in its settings first.'),
  conversation_closed: () => settled('This conversation is closed', 'Reopen it to go on.'),
  conversation_conflict: (error) => settled('There is an open conversation already', error.message),
  subscription_limit_exceeded: (error) => settled('That is over the plan’s limit', error.message),
  validation_failed: (error) => settled('Some of it can’t be accepted', validationAdvice(error)),
}

/** Describes what happened and what to do. For a code that is not in `byCode`, only the server's message. */
export function describeError(error: unknown): ErrorDescription {
  if (!isApiError(error)) return again('This page ran into a problem', 'Try again. If it stays, reload the page.')
  return byCode[error.code]?.(error) ?? settled(error.message, '')
}

/** For a message that may be read later. @param act What did not happen, without a full stop; undefined if clear. */
export function describeFailure(error: unknown, act: string | undefined): ErrorDescription {
  const described = describeError(error)
  if (!act) return described
  // The server may be back by the time this is read, so use the past tense.
  const why = isApiError(error, 'server_unreachable') ? 'The server could not be reached' : described.title
  return { ...described, title: act, advice: `${sentence(why)} ${described.advice}`.trim() }
}

function validationAdvice(error: ApiError): string {
  const problems = error.details.flatMap((detail) => ('message' in detail ? [detail.message] : []))
  return problems.length > 0 ? problems.join(' ') : error.message
}
