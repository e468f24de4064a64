import type { Data } from '#contract/index.ts'
import { citesNothing } from '../../adapters/models/cites-nothing.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { type History, pendingAction } from '../conversations/index.ts'

/** A reply with how the agent came to it. */
export function presentTrial(
  reply: Reply,
  { history, question }: History,
  latencyMs: number,
  builtInModel: string,
): Data<'askPlayground'> {
  const { content, decision, reason, citations, isCut, model } = reply
  return {
    content,
    action: pendingAction(reply),
    trace: {
      citations: decision === 'answered' ? citations : [],
      model,
      latency_ms: Math.round(latencyMs),
      decision,
      reason,
      search_query: question,
      asked_for_person: intentOf(history.at(-1)?.content ?? '') === 'person',
      is_cut: isCut,
      cites_nothing: citesNothing({ ...reply, question }, builtInModel),
    },
  }
}
