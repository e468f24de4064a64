import { z } from 'zod'
import { answerTrace } from './conversations.ts'
import { defineEndpoint } from './endpoint.ts'
import { proofStatuses, proofVerdicts } from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** What the agent replied to a question; null if the question was not asked, or has not been asked yet. */
export const given = z
  .object({ reply: z.string(), decision: answerTrace.shape.decision, citations: answerTrace.shape.citations })
  .nullable()

export const comparedCheck = z.object({
  check_id: uuid,
  question: z.string(),
  before: given,
  after: given,
  change: z.enum(['broke', 'mended']).nullable(),
})

export const teachBody = z.object({
  question: text(limits.question),
  answer: text(limits.answer),
  from: z
    .object({ gap: uuid.optional(), conversation: uuid.optional(), message: uuid.optional() })
    .refine(({ gap, conversation, message }) => (gap ? !conversation && !message : conversation && message), {
      message: 'must name a gap, or a conversation and one of its messages',
    })
    .meta({ description: 'The gap that this answers, or the message of a person that it is taken from' }),
  change: z
    .object({ source_id: uuid, pair: z.int().min(0), version: z.int().optional() })
    .optional()
    .meta({
      description:
        'The question and answer that these replace, counted from 0; a new source without it. With `version`, only if the source is still as it was read',
    }),
  credits: z.int().min(0).optional().meta({
    description: "What the questions of the proof cost with the agent's model; nothing with the built-in one",
  }),
})

const undoBody = z.object({
  credits: z.int().min(0).optional().meta({
    description: "What asking again costs with the agent's model; nothing with the built-in one",
  }),
})

/** The outcome of teaching: the replies to some questions, and to checks, before it and after it. */
export const proof = z.object({
  id: uuid,
  status: z.enum(proofStatuses),
  /** The source that says what was taught; null once it is deleted. */
  source_id: uuid.nullable(),
  question: z.string(),
  /** Whether what was taught was taken back. `after` is then what the agent replies without it. */
  undone: z.boolean(),
  /** Why the proof failed, in a sentence. */
  problem: z.string().nullable(),
  results: z.array(
    z.object({ question: z.string(), before: given, after: given, verdict: z.enum(proofVerdicts).nullable() }),
  ),
  checks: z.array(comparedCheck),
  created_at: timestamp,
})

export const teachEndpoints = {
  teach: defineEndpoint('teach', {
    summary: 'Teach an agent the answer to a question, and prove that it gives it',
    body: teachBody,
    data: z.object({ id: uuid }),
    errors: ['agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  }),
  getProof: defineEndpoint('getProof', { summary: 'Follow the proof of what an agent was taught', data: proof }),
  undoProof: defineEndpoint('undoProof', {
    summary: 'Take back what an agent was taught, and ask the same questions again',
    body: undoBody,
    data: z.object({ id: uuid }),
    errors: ['agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  }),
}
