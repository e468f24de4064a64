import { measures, OWN_MODEL } from '../../process/measures.ts'
import { shortageOf } from '../../process/shortage.ts'
import { queriesOf } from './questions.ts'
import { readCall, readQuotes } from './read-reply.ts'
import { messageOf, questionsOf, type Reply, type ReplyInput } from './reply.ts'

export type { Reply, ReplyInput } from './reply.ts'

/**
 * Generates the agent's reply, with the built-in model if the chosen one isn't configured, or fails after its retries.
 * @throws the signal's reason when it is aborted
 */
export async function generateReply(input: ReplyInput): Promise<Reply> {
  const { models, modelId, signal, log } = input
  const model = (models.isConfigured(modelId) && models.find(modelId)) || models.defaultModel
  if (model.id === models.defaultModel.id) return askBuiltIn(input)
  const begun = performance.now()
  const isOwn = models.groupOf(model.id) === 'own'
  const tell = (isFailed: boolean) => {
    const seconds = (performance.now() - begun) / 1_000
    measures.model.tell({ model: isOwn ? OWN_MODEL : model.slug, isFailed, seconds })
  }
  try {
    const { askProvider } = await import('./ask-provider.ts')
    const reply = await askProvider(model, input)
    tell(false)
    await models.heard(model.id)
    return reply
  } catch (error) {
    signal.throwIfAborted()
    tell(true)
    if (shortageOf(error) === 'program') throw error // no fault of the model's, and none that a reply should show
    input.listener?.replaced()
    await models.heard(model.id, error)
    // What the provider of an organization's own account writes may hold its key, so `heard` logs the problem alone.
    if (!isOwn) log?.warn({ err: error, model: model.slug }, 'the model failed; the built-in one answers in its place')
    const instead = await askBuiltIn(input)
    // The agent's own model might have found an answer, so it is not known that the sources lack one.
    const isWant = instead.reason === 'no_passage' || instead.reason === 'not_supported'
    return isWant ? { ...instead, reason: 'model_failed' } : instead
  }
}

/** Lets the built-in model answer; it reads only the questions, and after a form the message before it. */
async function askBuiltIn(input: ReplyInput): Promise<Reply> {
  const { answer } = await import('./answer.ts') // at the first reply, to keep the memory of an idle server small
  input.signal.throwIfAborted()
  const questions = questionsOf(input)
  const given = answer({
    questions,
    canHandOver: input.humanIntervention,
    offersPerson: input.offersPerson === true,
    threshold: input.threshold,
    completedAfter: input.completedAction ? messageOf(input) : null,
  })
  const read =
    'text' in given
      ? readQuotes(given.text, questions, given)
      : readCall({ toolName: given.tool, input: given }, '', input, given)
  return { ...read, queries: queriesOf(questions, given.quoted), model: input.models.defaultModel.slug }
}
