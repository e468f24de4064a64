import { ExtractError } from '../../adapters/extract/errors.ts'
import { OutboundError, type OutboundErrorCode } from '../../adapters/outbound/errors.ts'

/** Why a source could not be trained on, as a sentence for a person. */
export class TrainingError extends Error {
  /** Whether no other attempt is made: it would fail in the same way, or would again take too much time or memory. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TrainingError'
    this.isPermanent = options.isPermanent
  }
}

const PASSING: readonly OutboundErrorCode[] = ['timeout', 'dns', 'connection', 'aborted']
/** The problem of a document without words. */
export const NO_TEXT = 'There is no readable text in this source.'
const UNEXPECTED = 'Training failed for an unexpected reason. Train again; the server’s log says more.'

/**
 * Turns any error into a sentence, and decides whether to try again: not if a document took too much time or memory,
 * which would slow down others; but after a shortage of the server itself.
 */
export function toTrainingError(error: unknown): TrainingError {
  if (error instanceof TrainingError) return error
  if (error instanceof OutboundError)
    return new TrainingError(error.message, { isPermanent: !PASSING.includes(error.code), cause: error })
  if (error instanceof ExtractError)
    return new TrainingError(error.message, { isPermanent: error.code !== 'unavailable', cause: error })
  return new TrainingError(UNEXPECTED, { isPermanent: false, cause: error })
}

/** Explains an answer other than 2xx to the person who gave the address. */
export function statusProblem(host: string, status: number): TrainingError {
  const permanent = (message: string) => new TrainingError(message, { isPermanent: true })
  const passing = (message: string) => new TrainingError(message, { isPermanent: false })
  if (status === 404 || status === 410)
    return permanent(`There is no page at this address (${host} answered ${status}). Check it for a typing mistake.`)
  if (status === 401 || status === 403)
    return permanent(`${host} does not let this page be read without signing in (${status}). Upload it as a file.`)
  if (status === 429) return passing(`${host} asks for fewer requests (429). Train again later.`)
  if (status === 408 || status === 425 || status >= 500)
    return passing(`${host} has a problem of its own (it answered ${status}). Train again later.`)
  return permanent(`${host} answered ${status} instead of the page.`)
}
