import { codePoints } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Row } from '../../db/rows.ts'
import { plainText } from '../../knowledge/plain-text.ts'
import { sentencesOf } from '../../knowledge/sentences.ts'
import { kinds } from './kinds.ts'

export interface QuestionPair {
  question: string
  answer: string
}

/** The size of questions and answers in characters (code points), which counts against the quota. */
export const sizeOfQuestions = (pairs: readonly QuestionPair[]): number =>
  pairs.reduce((sum, pair) => sum + codePoints(pair.question) + codePoints(pair.answer), 0)

/** The size of a stored text, or questions and answers, in code points, which counts against the quota. */
export const sizeOfWritten = (type: Row<'sources'>['type'], content: string): number =>
  kinds[type].content === 'questions' ? sizeOfQuestions(JSON.parse(content)) : codePoints(content)

/** Whether members write this source's text themselves, and so can change it. */
export const isWritten = ({ type }: Pick<Row<'sources'>, 'type'>): boolean =>
  kinds[type].content === 'text' || kinds[type].content === 'questions'

/** A stored text as the API shows it: pairs for questions and answers, the text itself for all other types. */
export function presentWritten(type: Row<'sources'>['type'], content: string) {
  if (kinds[type].content === 'questions') return { questions: JSON.parse(content) as QuestionPair[] }
  return { content }
}

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
export const givenTitle = ({ title, content }: { title: string; content: string }): string =>
  title === titleFromText(content) ? '' : title

/** Fits a title into the contract's length, on one line. */
export const fitTitle = (title: string): string =>
  shorten(title.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim(), limits.sourceTitle)

/** Shortens a text with an ellipsis, between words if enough remains. */
function shorten(text: string, maximum: number): string {
  const characters = [...text]
  if (characters.length <= maximum) return text
  const cut = characters.slice(0, maximum - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
