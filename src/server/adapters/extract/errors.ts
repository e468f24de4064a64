export type ExtractErrorCode = 'unsupported' | 'empty' | 'too_large' | 'encrypted' | 'broken' | 'timeout'

/** Why a page or file could not be read: a code to decide on, and a sentence that a person can act on. */
export class ExtractError extends Error {
  readonly code: ExtractErrorCode

  constructor(code: ExtractErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ExtractError'
    this.code = code
  }
}
