import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { jobStatuses, sourceBulkActs, sourceTypes, trainingStatuses } from './enums.ts'
import { uuid } from './fields.ts'
import { limits } from './limits.ts'

const sourceBulkBody = z.object({ ids: z.array(uuid).min(1).max(limits.sourcesAtOnce), do: z.enum(sourceBulkActs) })

const sourceBulk = z.object({
  status: z.enum(jobStatuses),
  total: z.int(),
  done: z.int(),
  /** Number of sources not changed: they are gone or another agent's, or the agent was disabled before their turn. */
  failed: z.int(),
})

export const sourceBulkEndpoints = defineEndpoints({
  createSourceBulk: {
    summary: 'Train on many sources again, each answering from what is known of it until then, or delete them',
    body: sourceBulkBody,
    data: z.object({ id: uuid }),
    errors: ['agent_unavailable'],
  },
  getSourceBulk: { summary: 'Follow what is done to many sources; it is kept for a day', data: sourceBulk },
  getSourceTotals: {
    summary: 'How many sources an agent has in each state',
    query: z.object({ type: z.enum(sourceTypes).optional() }),
    data: z.record(z.enum(trainingStatuses), z.int()),
  },
})
