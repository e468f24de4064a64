import { limits } from '#contract/limits.ts'
import { plainText } from '../../knowledge/plain-text.ts'
import { sentencesOf } from '../../knowledge/sentences.ts'

const MADE_TITLE_CHARACTERS = 80
const UNTITLED = 'Untitled'

/** Makes a title: the first line with words, or its first sentence, at most 80 characters. */
export function titleFromText(text: string): string {
  for (const line of text.slice(0, 10_000).split('\n')) {
    const plain = plainText(line.replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d{1,3}[.)]\s+)+/, ''))
    if (!/[\p{L}\p{N}]/u.test(plain)) continue
    if ([...plain].length <= MADE_TITLE_CHARACTERS) return plain
    return shorten(sentencesOf(plain)[0] ?? plain, MADE_TITLE_CHARACTERS)
  }
  return shorten(text.trim().replace(/\s+/g, ' '), MADE_TITLE_CHARACTERS) || UNTITLED
}

/**
 * The title under which a text's chunks are embedded, or an empty text. A title that was made from the text is left
 * out: it only repeats the first sentence, and would make all chunks match questions about it.
 */
export function givenTitle({ title, content }: { title: string; content: string }): string {
  return title === titleFromText(content) ? '' : title
}

/** Fits a title into the contract's length, on one line. */
export function fitTitle(title: string): string {
  return shorten(title.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim(), limits.sourceTitle)
}

/** Shortens a text with an ellipsis, between words if enough remains. */
function shorten(text: string, maximum: number): string {
  const characters = [...text]
  if (characters.length <= maximum) return text
  const cut = characters.slice(0, maximum - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
