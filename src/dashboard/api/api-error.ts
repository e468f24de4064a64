import type { ErrorBody, ErrorCode, ErrorDetail } from '#contract/errors.ts'

/** Codes of the client's own: nothing answered at all, or something that is not this API did. */
export type ClientErrorCode = 'server_unreachable' | 'unexpected_answer'

interface ErrorFields {
  /** HTTP status; 0 when nothing answered. */
  status: number
  code: ErrorCode | ClientErrorCode
  message: string
  details?: ErrorDetail[]
  requestId?: string | undefined
  /** Seconds to wait before the next try, from `Retry-After`. */
  retryAfter?: number | undefined
}

/** Whatever goes wrong with a call, in one shape. An aborted call rejects with the browser's own AbortError instead. */
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

/** What the headers of an answer say, whichever way it was fetched. */
export interface AnswerHead {
  status: number
  header: (name: string) => string | null
}

/** Reads a refused answer. A body that is not the API's envelope (a proxy's page, say) is `unexpected_answer`. */
export function toApiError({ status, header }: AnswerHead, text: string): ApiError {
  const seconds = Number(header('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const body = parseBody(text)
  const requestId = body?.meta?.request_id ?? header('x-request-id') ?? undefined
  if (body?.error?.code) return new ApiError({ status, ...body.error, requestId, retryAfter })
  // A missing, bad or ended session answers `{message}` alone.
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
