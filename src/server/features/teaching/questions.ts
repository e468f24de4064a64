import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectChecksOf } from '../checks/index.ts'
import { centralQuestions } from '../gaps/index.ts'
import { nearestByWords } from './nearest.ts'
import { selectFirstQuestions } from './queries.ts'

const CENTRAL_QUESTIONS = 20 // questions of a gap that are asked to prove what was taught
const EARLIER_QUESTIONS = 3 // questions of other visitors, asked where no gap is taught
const LOOKED_THROUGH = 200 // conversations, for these
const CHECKS = 20

type Question = Omit<Row<'proof_questions'>, 'proof_id' | 'position'>

const EMPTY: Question = {
  ...{ question: null, message_id: null, conversation_id: null, check_id: null, is_wanted: 0 },
  ...{ before: null, after: null, outcome: null },
}

/**
 * What a proof asks: the question that is taught, the central ones of its gap or the nearest of other visitors, and the
 * nearest checks. The first one is what has to be proved.
 */
export async function questionsOf(
  db: Db,
  agentId: string,
  about: { question: string; gap?: string | undefined; conversation?: string | undefined },
): Promise<Question[]> {
  const { question, gap, conversation = '' } = about
  const others = gap
    ? await centralQuestions(db, gap, CENTRAL_QUESTIONS)
    : nearestByWords([question], await selectFirstQuestions(db, agentId, conversation, LOOKED_THROUGH), {
        textOf: ({ content }) => content,
        limit: EARLIER_QUESTIONS,
      })
  const words = [question, ...others.map(({ content }) => content)]
  const checks = nearestByWords(words, await selectChecksOf(db, agentId), {
    textOf: (check) => check.question,
    limit: CHECKS,
  })
  const asked = others.map(
    ({ message_id, conversation_id }): Question => ({
      ...EMPTY,
      ...{ message_id, conversation_id, is_wanted: gap ? 1 : 0 },
    }),
  )
  const taught: Question = { ...EMPTY, question, conversation_id: conversation || null, is_wanted: 1 }
  const tried = checks.map(({ id }): Question => ({ ...EMPTY, check_id: id }))
  if (!gap) return [taught, ...asked, ...tried]
  const isAmongThem = others.some(({ content }) => content === question)
  return [...asked, ...(isAmongThem ? [] : [taught]), ...tried]
}
