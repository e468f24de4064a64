import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { gapSorts, gapStates } from './enums.ts'
import { timestamp, uuid } from './fields.ts'
import { pageQuery } from './pagination.ts'

/** Questions of like meaning that visitors asked and the AI did not know. */
export const gap = z.object({
  id: uuid,
  /** The question that stands for the gap: a central one, below the one that it follows up, if any. */
  question: z.string(),
  count: z.int(),
  visitors: z.int(),
  conversations: z.int(),
  first_at: timestamp,
  last_at: timestamp,
  state: z.enum(gapStates),
})

/** A gap with its questions, the latest first, at most 1,000 of them. */
const fullGap = gap.extend({
  /** The proof of what was last taught for the gap; null if nothing was. */
  proof_id: uuid.nullable(),
  messages: z.array(
    z.object({
      message_id: uuid,
      conversation_id: uuid,
      question: z.string(),
      visitor_name: z.string().nullable(),
      asked_at: timestamp,
    }),
  ),
})

const updateGapBody = z.object({ state: z.enum(gapStates) })

export const gapEndpoints = defineEndpoints({
  listGaps: {
    summary: 'List what visitors asked and the AI did not know',
    query: z.object({
      ...pageQuery,
      state: z.enum(gapStates).optional().meta({ description: 'Without it, all but `answered_now`' }),
      sort: z.enum(gapSorts).optional().default('count'),
    }),
    data: z.array(gap),
    paginated: true,
  },
  getGap: { summary: 'Get a gap with its questions', data: fullGap },
  updateGap: { summary: 'Dismiss a gap, or open it again', body: updateGapBody, data: gap },
})
