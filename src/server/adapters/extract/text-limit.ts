import { limits } from '#contract/limits.ts'
import { ExtractError } from './errors.ts'

/**
 * Maximum number of characters of a page's or file's text: about as many as the largest plain text file has. A text can
 * be longer if it was compressed, as in Word and PDF files, or if extraction multiplies it, as with table cells that
 * span many rows.
 */
const MAX_TEXT_CHARACTERS = limits.fileBytes

/**
 * Refuses a text of more characters than are accepted. It is also called while a text is being made, before the text
 * can use up the memory.
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
