import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'

export interface AnswerTraceIds {
  agentId: string
  conversationId: string
  messageId: string
}

export type AnswerTraceData = Data<'getAnswerTrace'>

/** Query of an answer trace, which explains why the AI gave an answer. It is not fetched again by age. */
export function answerTraceQuery({ agentId, conversationId, messageId }: AnswerTraceIds) {
  const params = { agent: agentId, conversation: conversationId, message: messageId }
  return { ...api.getAnswerTrace.queryOptions({ params }), staleTime: Number.POSITIVE_INFINITY }
}
