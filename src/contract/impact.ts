import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { answerThresholds, impactVerdicts, jobStatuses } from './enums.ts'
import { timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { comparedCheck, given } from './teach.ts'

export const impactBody = z
  .object({
    without: z
      .array(uuid)
      .min(1)
      .max(limits.sourcesAtOnce)
      .optional()
      .meta({ description: 'The sources that would be gone' }),
    model: uuid.optional().meta({ description: 'Id of the AI model that the agent would have' }),
    threshold: z
      .enum(answerThresholds)
      .optional()
      .meta({ description: 'How sure the built-in model would have to be' }),
  })
  .superRefine((body, context) => {
    const named = (['without', 'model', 'threshold'] as const).filter((name) => body[name] !== undefined)
    if (named.length === 1) return
    const message = 'must be sent alone: exactly one of without, model and threshold'
    context.addIssue({ code: 'custom', path: [named[1] ?? 'without'], message })
  })

/** What would become of answers and checks. The lists are empty until all is known. */
export const impact = z.object({
  id: uuid,
  status: z.enum(jobStatuses),
  /** Answers of the last 90 days that cite one of the sources; with another model or threshold, all that it made. */
  answers_90_days: z.int(),
  conversations_90_days: z.int(),
  last_cited_at: timestamp.nullable(),
  /** How many answers and checks are looked at, and how many have been. */
  total: z.int(),
  asked: z.int(),
  /** What becomes of each answer, for the latest 5,000 at most. */
  becomes: z.array(
    z.object({
      message_id: uuid,
      conversation_id: uuid,
      question: z.string(),
      before: given,
      /** Null where it can't be told what another model would reply. */
      after: given,
      verdict: z.enum(impactVerdicts),
    }),
  ),
  checks: z.array(comparedCheck),
})

export const impactEndpoints = {
  createImpact: defineEndpoint('createImpact', {
    summary:
      'Find out what the agent would answer without some of its sources, or with another model or threshold. Costs no credit',
    body: impactBody,
    data: z.object({ id: uuid }),
    errors: ['premium_plan_required'],
  }),
  getImpact: defineEndpoint('getImpact', {
    summary: 'Follow what is found out; it is kept for a day',
    data: impact,
  }),
}
