interface LoggedError {
  type: string
  message: string
  stack: string | undefined
  code?: string | number
  status?: number
  cause?: LoggedError
}

/**
 * The parts of an error that may be logged: name, message and stack. Other properties are left out, because errors of
 * model providers contain the whole request with the visitor's messages.
 */
export function errorForLog(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause, code, status, statusCode } = error as Error &
    Partial<Record<'code' | 'status' | 'statusCode', unknown>>
  const told = status ?? statusCode
  return {
    type: name,
    message,
    stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof told === 'number' && { status: told }),
    ...(cause instanceof Error && { cause: errorForLog(cause) as LoggedError }),
  }
}
