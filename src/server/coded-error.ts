/** An error with a code for the program, and a sentence that tells a person what to do. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
