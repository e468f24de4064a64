import { asksForPerson } from '../../adapters/models/questions.ts'
import { orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { historyBefore } from './history.ts'
import { presentAnswerTrace } from './presenter.ts'
import { selectAnswerTrace } from './reply-queries.ts'

/** How the AI came to a message. Whether a person was asked for is told by the visitor's words, not by the model. */
export const getAnswerTrace: Verb<'getAnswerTrace'> = async ({ database: { read }, models }, { message }) => {
  const trace = orNotFound(await selectAnswerTrace(read, message.id))
  const { history } = await historyBefore(read, message.conversation_id, message.position)
  return presentAnswerTrace(trace, asksForPerson(history), models.defaultModel.slug)
}
