import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { uuid } from './fields.ts'
import { modelGroups } from './model-enums.ts'

export const aiModel = z.object({ id: uuid, name: z.string(), slug: z.string(), is_premium: z.boolean() })

const configured = aiModel.extend({ is_configured: z.boolean() })

export const aiModelEndpoints = defineEndpoints({
  listAiModels: { summary: 'List every AI model of the platform', data: z.array(aiModel) },
  listModels: { summary: 'List every AI model and whether it can answer on this server', data: z.array(configured) },
  listOwnModels: {
    summary: "List the AI models that an organization's agents may be given, its own accounts' among them",
    data: z.array(
      configured.extend({
        group: z.enum(modelGroups),
        /** The organization's account that the model belongs to; null for all others. */
        account: z.object({ id: uuid, name: z.string() }).nullable(),
        /** Message credits that a reply costs. */
        credits: z.int(),
        /** How many tokens it can read at once, if its provider says so. */
        context_length: z.int().nullable(),
        /** Whether it can offer forms and hand over, if that is known. */
        calls_tools: z.boolean().nullable(),
      }),
    ),
  },
})
