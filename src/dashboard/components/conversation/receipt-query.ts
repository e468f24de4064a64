import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'

export interface ReceiptIds {
  agentId: string
  conversationId: string
  messageId: string
}

export type ReceiptData = Data<'getReceipt'>

/** Why the AI said what it said. It never changes, so it is read once. */
export function receiptQuery({ agentId, conversationId, messageId }: ReceiptIds) {
  const params = { agent: agentId, conversation: conversationId, message: messageId }
  return { ...api.getReceipt.queryOptions({ params }), staleTime: Number.POSITIVE_INFINITY }
}
