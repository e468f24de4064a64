import { type ErrorCode, type ErrorDetail, errors } from '#contract/errors.ts'

/** An error a caller is told about. Anything else that is thrown becomes `internal_error` and is logged. */
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

/** Whether an error says that something does not exist, or no longer does. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'resource_not_found'
}

/** 422 `validation_failed` on one field. `problem` completes «The … field»: `must be …`, `is required`. */
export function invalid(field: string, problem: string): AppError {
  const message = sentence(field, problem)
  return new AppError('validation_failed', { details: [{ field, message }] })
}

export function sentence(field: string, problem: string): string {
  return `The ${field || 'request'} ${field ? 'field' : 'body'} ${problem}.`
}
