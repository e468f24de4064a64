import { limits } from '#contract/limits.ts'
import { ExtractError } from './errors.ts'

/**
 * Maximum number of characters of a page's or file's text: as many as the largest plain text file has. Only a text that
 * extraction multiplies, such as that of table cells which span many rows, is longer.
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
