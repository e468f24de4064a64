import type { MessageAction } from '#contract/actions.ts'
import { questionsIn } from '../../adapters/models/questions.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { checkActionResult, filledIn, HISTORY_MESSAGES, type History } from '../conversations/index.ts'

type Message = VerbInput<'askPlayground'>['body']['messages'][number]

/**
 * The latest messages of a trial in the form a model reads, made from the request, since nothing is stored.
 * @throws AppError 422 if the last message completes an action that does not exist, or does not fit the action's fields
 */
export function readTrial(messages: readonly Message[], actions: readonly Row<'agent_actions'>[]): History {
  const completedAction = completedBy(messages, actions)
  const history = messages.slice(-HISTORY_MESSAGES).flatMap((message): History['history'] => {
    if ('content' in message) return [message]
    const action = actions.find(({ id }) => id === message.action_result.agent_action_uuid)
    return action ? filledIn(completed(action, message.action_result.result)) : [] // the action has been deleted since
  })
  return { history, questions: questionsIn(history), completedAction }
}

/** @throws AppError 422 if the action does not exist, or the message does not fit the action's fields */
function completedBy(messages: readonly Message[], actions: readonly Row<'agent_actions'>[]): MessageAction | null {
  const last = messages.at(-1)
  if (!last || 'content' in last) return null
  const { agent_action_uuid, result } = last.action_result
  const action = actions.find(({ id }) => id === agent_action_uuid)
  if (!action)
    throw invalid(`messages.${messages.length - 1}.action_result.agent_action_uuid`, 'names no action of this agent')
  const done = completed(action, result)
  checkActionResult(done, { action: action.slug, agent_action_uuid, result }, false)
  return done
}

function completed(action: Row<'agent_actions'>, result: NonNullable<MessageAction['result']>): MessageAction {
  const { id, slug, name } = action
  const fields = JSON.parse(action.fields) as MessageAction['fields']
  return { agent_action_uuid: id, slug, name, fields, status: 'completed', result }
}
