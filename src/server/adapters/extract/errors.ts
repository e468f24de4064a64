import { CodedError } from '../../coded-error.ts'
import { shortageOf } from '../../process/shortage.ts'

/** Why text could not be extracted. `unavailable` is due to the server and may pass; the others to the page or file. */
export type ExtractErrorCode =
  | 'unsupported'
  | 'empty'
  | 'too_large'
  | 'encrypted'
  | 'broken'
  | 'unreadable'
  | 'timeout'
  | 'unavailable'

/** The failure to read a page or file: a code for the program, and a sentence that tells a person what to do. */
export class ExtractError extends CodedError<ExtractErrorCode> {
  override name = 'ExtractError'
}

/** Whether this machine lacks descriptors, memory, threads or parts of the program, so that the file isn't to blame. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (shortageOf(error) !== undefined) return true
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(EMFILE|ENFILE|ENOMEM|EAGAIN)$/.test(code) ||
    /\b(EMFILE|ENFILE|ENOMEM)\b|too many open files/i.test(error.message)
  )
}

export const encrypted = (what: 'document' | 'PDF'): ExtractError =>
  new ExtractError('encrypted', `This ${what} is protected by a password. Remove it and upload the file again.`)

/** Makes the error for a page or file that a library could not read. */
export const broken = (cause: unknown): ExtractError =>
  new ExtractError('broken', 'This could not be read: it is damaged or too deeply nested.', cause)

/** Makes the error for a machine that lacks something: file descriptors, memory, threads, or parts of this program. */
export const unavailable = (cause?: unknown): ExtractError =>
  new ExtractError(
    'unavailable',
    shortageOf(cause) === 'program'
      ? 'The server could not read this: parts of its program are missing. It goes on once they are there.'
      : 'The server could not read this: it has too many files open or too little memory. Try again in a while.',
    cause,
  )
