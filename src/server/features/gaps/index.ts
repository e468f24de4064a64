import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { noteQuestionJob } from './jobs.ts'
import { selectGap, selectSaid } from './queries.ts'

export { centralQuestions } from './central-questions.ts'
export { changeGapState } from './change-gap-state.ts'
export { changeVisitor } from './change-visitor.ts'
export { totalGaps } from './counts.ts'
export { gapEventListener } from './leave-gaps.ts'
export { selectOpenGaps, selectSaid } from './queries.ts'
export { subjectsOf, withSubject } from './subjects.ts'
export { isAnswer, type Said, unanswered } from './unanswered.ts'

/** @throws AppError 404 */
export const findGap: Locator<'gap'> = async (ctx, id, { agent }) =>
  orNotFound(await gapOf(ctx.database.read, agent.id, id))

export async function gapOf(db: Db, agentId: string, id: string): Promise<Row<'gaps'> | undefined> {
  const row = await selectGap(db, id)
  return row?.agent_id === agentId ? row : undefined
}

/** Queues the job that adds to the agent's gaps those questions that are unanswered after the last message so far. */
export function noteQuestion(
  deps: Dependencies,
  tx: Tx,
  { id, message_count }: Pick<Row<'conversations'>, 'id' | 'message_count'>,
): Promise<void> {
  return deps.jobs.send(tx, noteQuestionJob, { conversationId: id, position: message_count })
}

/**
 * Queues the job that adds a question to the gaps after a bad rating. Only if the rated message is an answer, and no
 * mere form: a rating of anything else says nothing about what the AI knows.
 * @param position that of the rated answer, or of the last message if the whole conversation was rated
 */
export async function noteBadRating(
  deps: Dependencies,
  tx: Tx,
  conversationId: string,
  position: number,
): Promise<void> {
  const [rated] = await selectSaid(tx, conversationId, position, 1)
  if (rated?.decision !== 'answered' || rated.reason === 'action') return
  await deps.jobs.send(tx, noteQuestionJob, { conversationId, position })
}
