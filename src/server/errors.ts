import { type ErrorCode, type ErrorDetail, errors } from '#contract/errors.ts'

/**
 * An error that is sent to the client as it is. http/error-handler.ts converts every other one: to a fitting AppError,
 * or else to `internal_error`, which is logged.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[]
  readonly headers: Record<string, number>

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetail[]; status?: number; headers?: Record<string, number> } = {},
  ) {
    super(options.message ?? errors[code].message)
    this.code = code
    this.status = options.status ?? errors[code].status
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
  }
}

/** What was looked for. @throws AppError 404 `resource_not_found` if there is none */
export function orNotFound<Found>(row: Found | undefined): Found {
  if (row === undefined) throw new AppError('resource_not_found')
  return row
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'resource_not_found'
}

/** Makes a 422 `validation_failed` for a field. `problem` completes «The … field», as in `must be …`. */
export function invalid(field: string, problem: string): AppError {
  const message = sentence(field, problem)
  return new AppError('validation_failed', { details: [{ field, message }] })
}

/** Makes a 429 `rate_limit_exceeded` with the seconds until the limit's end, which `words` go on to tell if given. */
export function tooMany({ resetAt }: { resetAt: number }, now: number, words?: string): AppError {
  const seconds = Math.max(1, Math.ceil((resetAt - now) / 1000))
  const message = words && `${words}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  return new AppError('rate_limit_exceeded', { ...(message && { message }), headers: { 'Retry-After': seconds } })
}

export function sentence(field: string, problem: string): string {
  return `The ${field || 'request'} ${field ? 'field' : 'body'} ${problem}.`
}
