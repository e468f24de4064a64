import type { ErrorBody, ErrorCode, ErrorDetail } from '#contract/errors.ts'

/** Codes that the client sets: no server answered, the answer was not this API's, or the role forbids the operation. */
type ClientErrorCode = 'server_unreachable' | 'unexpected_answer' | 'role_too_low'

interface ErrorFields {
  status: number
  code: ErrorCode | ClientErrorCode
  message: string
  details?: ErrorDetail[]
  requestId?: string | undefined
  /** Seconds to wait before trying again, from the `Retry-After` header. */
  retryAfter?: number | undefined
}

/** Every way in which a call can fail, except an aborted one, which rejects with the signal's reason. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | ClientErrorCode
  readonly details: ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(fields: ErrorFields) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.details = fields.details ?? []
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
  }
}

export function isApiError(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
}

export function unreachable(): ApiError {
  return new ApiError({ status: 0, code: 'server_unreachable', message: 'The server could not be reached.' })
}

/** Status and headers of an answer, independent of whether `fetch` or XMLHttpRequest received it. */
export interface AnswerHead {
  status: number
  header: (name: string) => string | null
}

/** Converts an error answer. A body not in the API's format, as a proxy's page, gets `unexpected_answer`. */
export function toApiError({ status, header }: AnswerHead, text: string): ApiError {
  const seconds = Number(header('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const body = parseBody(text)
  const requestId = body?.meta?.request_id ?? header('x-request-id') ?? undefined
  if (body?.error?.code) return new ApiError({ status, ...body.error, requestId, retryAfter })
  // A 401 `unauthenticated`, such as for a session that has ended, has a body of `{message}` alone.
  if (status === 401 && body?.message)
    return new ApiError({ status, code: 'unauthenticated', message: body.message, requestId, retryAfter })
  const message = `The server answered ${status} in a form this page does not understand.`
  return new ApiError({ status, code: 'unexpected_answer', message, requestId, retryAfter })
}

type AnyBody = Partial<ErrorBody> & { message?: string }

function parseBody(text: string): AnyBody | undefined {
  try {
    return JSON.parse(text) as AnyBody
  } catch {
    return undefined
  }
}
