import type { LanguageModelUsage } from 'ai'
import type { MessageAction } from '#contract/actions.ts'
import type { AnswerDecision, AnswerReason, AnswerThreshold, Verification } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import type { AskedQuestion } from './answer.ts'
import type { Models } from './catalogue.ts'
import type { Citation } from './citations.ts'
import { passagesOf, saidBefore } from './questions.ts'
import { type HistoryMessage, searchQuery } from './search-query.ts'
import type { SentenceVerdict } from './sentence-check.ts'
import type { ReplyListener } from './streamed-text.ts'
import type { AgentAction } from './tools.ts'

/** The tokens of one call of a provider's model, as far as it counts them. */
export type Usage = Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>

export type ReplyInput = {
  models: Models
  modelId: string
  agent: { name: string; instructions: string | null }
  history: readonly HistoryMessage[]
  /** The chunks of the agent's sources that fit the question, best first (from `Knowledge.search`). */
  passages: Passage[]
  actions: AgentAction[]
  /** What a provider's model took to write the queries by which the passages were found. */
  usages?: readonly Usage[]
  /** The questions to answer, with their passages. By default the last message; none if a form was just submitted. */
  questions?: readonly AskedQuestion[]
  /** The form that the visitor has just submitted, if any. Its text is then the last message of `history`. */
  completedAction?: MessageAction | null
  humanIntervention: boolean
  /** Whether a reply that knows no answer offers a person, instead of handing over where people can take over. */
  offersPerson?: boolean
  /** How sure the built-in model must be to answer. */
  threshold: AnswerThreshold
  /** How a provider's reply is held to what it was given; `off` by default. */
  verification?: Verification
  /** Aborted when the reply is no longer wanted. Then the built-in model doesn't answer either. */
  signal: AbortSignal
  listener?: ReplyListener | undefined
  log?: { warn(details: object, message: string): void }
  /** Milliseconds for one model including its retries; 30,000 by default. */
  timeoutMs?: number
  /** Number of retries after a failure of the provider; 2 by default. */
  retries?: number
}

export type Reply = {
  content: string
  decision: AnswerDecision
  /** Why the reply is a form, a handover or no answer; null for any other text, such as an answer or a greeting. */
  reason: AnswerReason | null
  citations: Citation[]
  /** The queries of the questions that the reply leaves unanswered while it answers others; unset if there are none. */
  unanswered?: string[]
  /** For each question, the query whose passages the built-in model read for it; unset of a provider's model. */
  queries?: string[]
  /** Whether the model had more to say: the reply ends with a whole sentence or "…". False for a tool's message. */
  isCut: boolean
  /** How the reply was held to its passages; unset if it was not, as that of the built-in model. */
  verified?: {
    /** `passages` are indexes into `citations`. */
    sentences: { text: string; passages: number[]; verdict: SentenceVerdict; missing: string[] }[]
    isRetried: boolean
    /** Null if the provider does not count them. */
    inputTokens: number | null
    outputTokens: number | null
  }
  /** Slug of the model that answered, which may differ from the requested one. */
  model: string
  action: AgentAction | null
}

/** The questions to answer. A form that was just submitted is confirmed, for which no question is needed. */
export function questionsOf(input: ReplyInput): AskedQuestion[] {
  const { questions, completedAction, history, passages, actions } = input
  if (questions) return [...questions]
  if (completedAction) return []
  const said = saidBefore(history, history.length - 1)
  return [{ message: messageOf(input), query: searchQuery(history), passages, actions, said }]
}

/** The last given question, else the visitor's last message by hand, before a submitted form; empty if none. */
export function messageOf({ questions, history, completedAction }: ReplyInput): string {
  return questions?.at(-1)?.message ?? saidByVisitor(history).at(completedAction ? -2 : -1) ?? ''
}

export const saidByVisitor = (history: readonly HistoryMessage[]): string[] =>
  history.flatMap(({ role, content }) => (role === 'visitor' ? content : []))

/** The texts of others that a reply may rest on, of which it gives nothing away to repeat them. */
export function materialOf(input: ReplyInput): (string | null)[] {
  const { agent, history, actions } = input
  return [
    agent.instructions,
    ...saidByVisitor(history),
    ...passagesOf([...questionsOf(input), input]).flatMap(({ title, heading, url, content }) => [
      title,
      heading,
      url,
      content,
    ]),
    ...actions.flatMap(({ name, description }) => [name, description]),
  ]
}
