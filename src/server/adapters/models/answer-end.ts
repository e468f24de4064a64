export interface AnswerEnd {
  finishReason: string
  rawFinishReason: string | undefined
}

// The SDK's words, and servers' words that the SDK doesn't know. Answers are cut off at a maximum length or by filters.
const CUT_OFF: readonly string[] = ['length', 'content-filter', 'max_tokens', 'model_length']
const FAILED: readonly string[] = ['error', 'abort', 'aborted', 'cancelled', 'timeout', 'insufficient_system_resource']

/** Whether the provider ended an answer before the model did, so that its last sentence may not be whole. */
export const isCutOff = (end: AnswerEnd): boolean => isOneOf(CUT_OFF, end)

/** Whether the provider failed while the model was answering: nobody knows how much of the answer is missing. */
export const hasFailed = (end: AnswerEnd): boolean => isOneOf(FAILED, end)

/** Whether a stream ended without saying why, as one does whose connection was closed while the model was answering. */
export const hasNoEnd = ({ finishReason, rawFinishReason }: AnswerEnd): boolean =>
  finishReason === 'other' && rawFinishReason === undefined

const isOneOf = (words: readonly string[], { finishReason, rawFinishReason = '' }: AnswerEnd): boolean =>
  words.includes(finishReason) || words.includes(rawFinishReason.toLowerCase())
