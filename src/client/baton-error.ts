import type { ErrorCode, ErrorDetail } from './operations.ts'

/** The codes that no server answers: what happened between, or at the end of a job that was waited for. */
type OwnCode = 'connection_failed' | 'timeout' | 'unexpected_answer' | 'job_failed'

interface What {
  status: number
  code: ErrorCode | OwnCode
  message: string
  details?: ErrorDetail[]
  requestId?: string | undefined
  organization?: string | undefined
  cause?: unknown
}

/**
 * What went wrong with a call. `status` is the HTTP status, 0 where there is none: no answer came (`connection_failed`,
 * `timeout`), or a job that was waited for failed (`job_failed`). `details` names the fields that a server refuses.
 */
export class BatonError extends Error {
  readonly status: number
  readonly code: ErrorCode | OwnCode
  readonly details: ErrorDetail[]
  readonly requestId: string | undefined
  /** The id of the organization that the key belongs to, where an answer has told it. */
  readonly organization: string | undefined

  constructor({ status, code, message, details = [], requestId, organization, cause }: What) {
    super(message, { cause })
    this.name = 'BatonError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.organization = organization
  }
}

/** Makes the error of an answer. @param body as it was parsed, or undefined if it is no JSON */
export function errorOf(status: number, headers: Headers, body: unknown): BatonError {
  const { error, message, meta } = fieldsOf(body)
  const said = fieldsOf(error)
  const code = textOf(said.code) as ErrorCode | undefined
  return new BatonError({
    status,
    code: code ?? (status === 401 ? 'unauthenticated' : 'unexpected_answer'),
    message: textOf(said.message) ?? textOf(message) ?? `The server answered with status ${status}.`,
    details: Array.isArray(said.details) ? said.details : [],
    requestId: textOf(fieldsOf(meta).request_id) ?? headers.get('x-request-id') ?? undefined,
    organization: headers.get('baton-organization') ?? undefined,
  })
}

// What a proxy on the way answers has any shape.
const fieldsOf = (value: unknown): Record<string, unknown> => ({ ...(value as object | null | undefined) })
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
