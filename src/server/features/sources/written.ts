import { codePoints } from '#contract/fields.ts'
import type { Row } from '../../db/rows.ts'
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
