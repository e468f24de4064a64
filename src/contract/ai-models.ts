import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './fields.ts'

export const aiModel = z.object({ id: uuid, name: z.string(), slug: z.string(), is_premium: z.boolean() })

export const aiModelEndpoints = {
  listAiModels: defineEndpoint('listAiModels', {
    summary: 'List every AI model of the platform',
    data: z.array(aiModel),
  }),
  listModels: defineEndpoint('listModels', {
    summary: 'List every AI model and whether it can answer on this server',
    data: z.array(aiModel.extend({ is_configured: z.boolean() })),
  }),
}
