import type { Db } from '../../db/tables.ts'
import { toVector } from '../../knowledge/pack.ts'
import { dot, fromDirection } from './directions.ts'
import { selectGap, selectGapMessages, selectQuestionTexts } from './queries.ts'

const LOOKED_THROUGH = 500 // the latest questions of a gap that are considered

/**
 * Up to `limit` of a gap's latest questions: first the one that names the gap, if it is among them, then those nearest
 * to the mean of all. The text of a follow-up begins with the question that it continues.
 */
export async function centralQuestions(db: Db, gapId: string, limit: number) {
  const gap = await selectGap(db, gapId)
  if (!gap) return []
  const sum = toVector(gap.sum)
  const messages = (await selectGapMessages(db, gapId, LOOKED_THROUGH)).map((message) => ({
    ...message,
    near: message.message_id === gap.question_id ? Infinity : dot(sum, fromDirection(message.embedding)),
  }))
  const nearest = messages.sort((one, other) => other.near - one.near).slice(0, limit)
  const texts = await selectQuestionTexts(
    db,
    nearest.map(({ message_id }) => message_id),
  )
  return nearest.flatMap(({ message_id, conversation_id }) => {
    const text = texts.get(message_id)
    return text === undefined ? [] : [{ message_id, conversation_id, text }]
  })
}
