import { ExtractError } from './errors.ts'

/**
 * Characters of text that a page or file may have: as many as the largest file of plain text has. Only what repeats
 * itself, such as the cells of a table, makes more of them.
 */
const MAX_TEXT_CHARACTERS = 20_000_000

/**
 * Refuses a text of more characters than are accepted. Called while the text is being made too, so that it doesn't take
 * the memory first.
 * @throws ExtractError `too_large`
 */
export function assertTextWithin(characters: number): void {
  if (characters <= MAX_TEXT_CHARACTERS) return
  const most = MAX_TEXT_CHARACTERS / 1_000_000
  throw new ExtractError(
    'too_large',
    `This has more than ${most} million characters of text. Split it into smaller parts.`,
  )
}
