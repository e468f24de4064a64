import { limits } from '#contract/limits.ts'
import { ExtractError } from './errors.ts'

/**
 * Maximum number of characters of a text: about as many as the largest plain text file has. A compressed file, or a
 * table whose cells span many rows, may hold more.
 */
const MAX_TEXT_CHARACTERS = limits.fileBytes

/**
 * Refuses a text that is too long; also called while a text is being made, before it uses up the memory.
 * @throws ExtractError `too_large`
 */
export function assertTextWithin(characters: number): void {
  if (characters <= MAX_TEXT_CHARACTERS) return
  const most = Math.floor(MAX_TEXT_CHARACTERS / 1_000_000)
  throw new ExtractError(
    'too_large',
    `This has more than ${most} million characters of text. Split it into smaller parts.`,
  )
}
