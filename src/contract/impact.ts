import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { answerThresholds, impactVerdicts, jobStatuses } from './enums.ts'
import { timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { comparedCheck, given } from './teach.ts'

const impactBody = z
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

/** What a change would do to past answers and to checks. `becomes` and `checks` are empty until `status` is `done`. */
export const impact = z.object({
  id: uuid,
  status: z.enum(jobStatuses),
  /** Replies of the last 90 days that cite the sources or, for another model or threshold, that searched any. */
  answers_90_days: z.int(),
  conversations_90_days: z.int(),
  last_cited_at: timestamp.nullable(),
  /** How many answers and checks are looked at; `asked`: how many have been so far. */
  total: z.int(),
  asked: z.int(),
  /** What becomes of each answer, for the latest 5,000 at most. */
  becomes: z.array(
    z.object({
      message_id: uuid,
      conversation_id: uuid,
      question: z.string(),
      before: given,
      /** Null where the reply can't be known, because a provider's model would have to be paid for it. */
      after: given,
      verdict: z.enum(impactVerdicts),
    }),
  ),
  checks: z.array(comparedCheck),
})

export const impactEndpoints = defineEndpoints({
  createImpact: {
    summary:
      'Find out what the agent would answer without some of its sources, or with another model or threshold. Costs no credit',
    body: impactBody,
    data: z.object({ id: uuid }),
    errors: ['premium_plan_required'],
  },
  getImpact: { summary: 'Follow what is found out; it is kept for a day', data: impact },
})
