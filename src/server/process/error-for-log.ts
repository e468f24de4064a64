interface LoggedError {
  type: string
  message: string
  stack: string | undefined
  code?: string | number
  status?: number
  cause?: LoggedError
}

const MESSAGE_MAXIMUM = 300 // characters

// The messages of these errors of the AI SDK quote what a model or its provider has answered, and so do their causes.
const QUOTES_ANSWER: readonly string[] = [
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidToolInputError',
  'AI_InvalidResponseDataError',
]

/**
 * The parts of an error that may be logged: its name, message, code, status and cause, and the places of its stack.
 * Other properties are left out, because errors of model providers contain the whole request with the visitor's
 * messages. A long message is cut, and one that quotes a provider's answer is replaced by the error's name. A thrown
 * value that is no `Error` is logged as text.
 */
export function errorForLog(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause, code, status, statusCode } = error as Error &
    Partial<Record<'code' | 'status' | 'statusCode', unknown>>
  const told = status ?? statusCode
  const isQuoting = QUOTES_ANSWER.includes(name)
  return {
    type: name,
    message: isQuoting ? name : shortened(message),
    stack: stack === undefined ? undefined : name + placesOf(stack, message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof told === 'number' && { status: told }),
    ...(cause instanceof Error && !isQuoting && { cause: errorForLog(cause) as LoggedError }),
  }
}

function shortened(message: string): string {
  return message.length > MESSAGE_MAXIMUM ? `${message.slice(0, MESSAGE_MAXIMUM - 1).toWellFormed()}…` : message
}

/** The lines of a stack that name places in the code, without the message that it begins with. */
function placesOf(stack: string, message: string): string {
  const before = stack.indexOf(message)
  const places = before < 0 ? stack : stack.slice(before + message.length)
  return places.match(/\n {4}at .+/g)?.join('') ?? ''
}
