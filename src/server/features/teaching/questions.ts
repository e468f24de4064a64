import { intentOf } from '../../adapters/models/intents.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectChecksOf } from '../checks/index.ts'
import { historyBefore } from '../conversations/index.ts'
import { centralQuestions } from '../gaps/index.ts'
import { nearestByWords } from './nearest.ts'
import { selectFirstQuestions } from './queries.ts'

const CENTRAL_QUESTIONS = 20 // questions of a gap that are asked to prove what was taught
const EARLIER_QUESTIONS = 3 // questions of other visitors, asked if what is taught does not answer a gap
const LOOKED_THROUGH = 200 // latest conversations that are searched for these
const CHECKS = 20

type Question = Omit<Row<'proof_questions'>, 'proof_id' | 'position'>

const EMPTY: Question = {
  ...{ question: null, message_id: null, conversation_id: null, check_id: null, is_wanted: 0 },
  ...{ before: null, after: null, outcome: null },
}

/**
 * For a gap: its central questions, the taught one if it is not one of them, and the nearest checks. Else: the taught
 * question, what the visitor had asked before, the nearest of other visitors, and the nearest checks. The first one is
 * what has to be proved.
 * @param about.answer the message of a person that is taught
 */
export async function questionsOf(
  db: Db,
  agentId: string,
  about: { question: string; gap?: string | undefined; answer?: Row<'messages'> | undefined },
): Promise<Question[]> {
  const { question, gap, answer } = about
  const wanted = gap
    ? await centralQuestions(db, gap, CENTRAL_QUESTIONS)
    : answer
      ? await askedBefore(db, answer, question)
      : []
  const others = gap ? [] : await nearestQuestions(db, agentId, about)
  const words = [question, ...[...wanted, ...others].map(({ text }) => text)]
  const checks = nearestByWords(words, await selectChecksOf(db, agentId), {
    textOf: (check) => check.question,
    limit: CHECKS,
  })
  const taught: Question = { ...EMPTY, question, conversation_id: answer?.conversation_id ?? null, is_wanted: 1 }
  const asked = wanted.map((one): Question => ({ ...EMPTY, ...idsOf(one), is_wanted: 1 }))
  const compared = others.map((one): Question => ({ ...EMPTY, ...idsOf(one) }))
  const tried = checks.map(({ id }): Question => ({ ...EMPTY, check_id: id }))
  if (!gap) return [taught, ...asked, ...compared, ...tried]
  return [...asked, ...(wanted.some(({ text }) => isAlike(text, question)) ? [] : [taught]), ...tried]
}

interface Asked {
  message_id: string
  conversation_id: string
  /** The question, together with what it follows if it is a follow-up. */
  text: string
}

const idsOf = ({ message_id, conversation_id }: Asked) => ({ message_id, conversation_id })

/** What the visitor asked before a person answered; nothing if that is what is taught, or no question. */
async function askedBefore(db: Db, answer: Row<'messages'>, taught: string): Promise<Asked[]> {
  const { questions, asked } = await historyBefore(db, answer.conversation_id, answer.position)
  const last = questions.at(-1)
  if (!asked || !last || intentOf(last.message) || isAlike(last.query, taught)) return []
  return [{ message_id: asked.id, conversation_id: asked.conversation_id, text: last.query }]
}

async function nearestQuestions(
  db: Db,
  agentId: string,
  { question, answer }: { question: string; answer?: Row<'messages'> | undefined },
): Promise<Asked[]> {
  const first = await selectFirstQuestions(db, agentId, answer?.conversation_id ?? '', LOOKED_THROUGH)
  return nearestByWords([question], first, { textOf: ({ text }) => text, limit: EARLIER_QUESTIONS })
}

const isAlike = (one: string, other: string) => one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim()
