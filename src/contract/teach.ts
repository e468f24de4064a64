import { z } from 'zod'
import { answerTrace } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { proofStatuses, proofVerdicts } from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { taughtFrom } from './source-content.ts'
import { threadPosition } from './threads.ts'

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
    .object(taughtFrom)
    .refine(
      ({ gap, conversation, message, playground }) =>
        conversation || message ? conversation && message && !gap && !playground : Boolean(gap) !== Boolean(playground),
      { message: 'must name a gap, or a conversation and one of its messages, or the playground' },
    )
    .meta({ description: 'The gap that this answers, or the reply of a person or the AI that it is taught from' }),
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
  credits: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "What asking again costs with the agent's model; nothing with the built-in one" }),
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
  /** Conversations whose visitors asked what was proved and still wait for a person, with their threads' ends. */
  waiting: z.array(z.object({ conversation_id: uuid, position: threadPosition })),
  created_at: timestamp,
})

const sendTaughtBody = z.object({
  conversations: z
    .array(z.object({ conversation_id: uuid, seen_position: threadPosition }))
    .min(1)
    .max(limits.conversationsPerChange),
})

export const teachEndpoints = defineEndpoints({
  listTeachable: {
    summary: 'What a visitor had asked before a reply, to teach the answer to it; the likeliest question first',
    data: z.object({ questions: z.array(z.object({ content: z.string(), position: z.int() })) }),
  },
  sendTaught: {
    summary: 'Send what was taught to visitors who asked it and still wait, with an outcome for each',
    body: sendTaughtBody,
    data: z.array(z.object({ id: uuid, ok: z.boolean(), code: z.string().nullable() })),
    errors: ['source_is_stale'],
  },
  teach: {
    summary: 'Teach an agent the answer to a question, and prove that it gives it',
    body: teachBody,
    data: z.object({ id: uuid }),
    errors: ['agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  },
  getProof: { summary: 'Follow the proof of what an agent was taught', data: proof },
  undoProof: {
    summary: 'Take back what an agent was taught, and ask the same questions again',
    body: undoBody,
    data: z.object({ id: uuid }),
    errors: ['agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  },
})
