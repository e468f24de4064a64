import type { Data } from '#contract/index.ts'
import { citesNothing } from '../../adapters/models/cites-nothing.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import { asksForPerson } from '../../adapters/models/questions.ts'
import { type Material, pendingAction, searchedFor } from '../conversations/index.ts'

export function presentTrial(
  reply: Reply,
  { history, questions }: Pick<Material, 'history' | 'questions'>,
  latencyMs: number,
  builtInModel: string,
): Data<'askPlayground'> {
  const { content, decision, reason, citations, isCut, model, verified } = reply
  const question = searchedFor({ questions }, reply)
  return {
    content,
    action: pendingAction(reply),
    trace: {
      citations,
      model,
      latency_ms: Math.round(latencyMs),
      decision,
      reason,
      search_query: question,
      asked_for_person: asksForPerson(history),
      is_cut: isCut,
      sentences: verified?.sentences ?? null,
      retried: verified?.isRetried ?? null,
      input_tokens: verified?.inputTokens ?? null,
      output_tokens: verified?.outputTokens ?? null,
      cites_nothing: citesNothing({ ...reply, question }, builtInModel),
    },
  }
}
