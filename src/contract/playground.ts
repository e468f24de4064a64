import { z } from 'zod'
import { actionResult, messageAction } from './actions.ts'
import { answerTrace } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { answerThresholds } from './enums.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** One message of a trial: text of either side, or what the visitor filled in for an action of an earlier reply. */
const playgroundMessage = z.union([
  z.object({ role: z.enum(['visitor', 'assistant']), content: text(limits.messageContent) }),
  z.object({ role: z.literal('visitor'), action_result: z.object({ agent_action_uuid: uuid, result: actionResult }) }),
])

const playgroundBody = z.object({
  messages: z
    .array(playgroundMessage)
    .min(1)
    .max(limits.playgroundMessages)
    .refine((messages) => messages.at(-1)?.role === 'visitor', 'must end with what the visitor said')
    .meta({ description: 'The whole trial so far, oldest first: the server keeps nothing of it' }),
  model: uuid.optional().meta({ description: 'Id of the AI model to try; the agent’s own where it is left out' }),
  threshold: z.enum(answerThresholds).optional().meta({
    description: 'How sure the built-in model must be to answer; the agent’s own setting where it is left out',
  }),
  without: z
    .array(uuid)
    .max(limits.sourcesAtOnce)
    .optional()
    .meta({ description: 'Sources to answer without, as if they were gone' }),
})

/** What the server is doing, as reported by the stream's events before the reply. */
const playgroundStages = ['searching', 'writing'] as const

export const playgroundEndpoints = defineEndpoints({
  askPlayground: {
    summary:
      'Try an agent out: what it would reply, and why. Nothing is stored and nobody is told. The built-in model costs no credit; a model of a provider that replies costs one, as for a visitor',
    body: playgroundBody,
    progress: z.object({
      stage: z.enum(playgroundStages),
      /** What the model just wrote; null if all so far is withdrawn; left out where only the stage is told. */
      text: z.string().nullable().optional(),
    }),
    data: z.object({
      content: z.string(),
      /** The form that the reply would ask the visitor to fill in; null if none. */
      action: messageAction.nullable(),
      trace: answerTrace,
    }),
    errors: ['premium_plan_required', 'subscription_limit_exceeded', 'agent_unavailable'],
  },
})
