/** `unavailable` says something about the server at this moment, every other code something about what was to be read. */
export type ExtractErrorCode =
  | 'unsupported'
  | 'empty'
  | 'too_large'
  | 'encrypted'
  | 'broken'
  | 'unreadable'
  | 'timeout'
  | 'unavailable'

/** Why a page or file could not be read: a code to decide on, and a sentence that a person can act on. */
export class ExtractError extends Error {
  readonly code: ExtractErrorCode

  constructor(code: ExtractErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ExtractError'
    this.code = code
  }
}

/** Whether the machine, rather than what was read, is to blame: it has run out of file descriptors or of memory. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(EMFILE|ENFILE|ENOMEM|EAGAIN)$/.test(code) ||
    /\b(EMFILE|ENFILE|ENOMEM)\b|too many open files/i.test(error.message)
  )
}

export const unavailable = (cause?: unknown): ExtractError =>
  new ExtractError(
    'unavailable',
    'The server could not read this: it has too many files open or too little memory. Try again in a while.',
    cause,
  )
