import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/index.ts'
import { api } from './api.ts'
import { fieldsAtOnce } from './optimistic.ts'

/** Changes settings of an agent, which the screen shows at once, and takes back where the server refuses them. */
export function useAgentSettingsChange(agentId: string) {
  const client = useQueryClient()
  const params = { agent: agentId }
  const mutation = api.updateAgentSettings.useMutation(fieldsAtOnce(client, api.getAgentSettings.key({ params })))
  const change = (body: Input<'updateAgentSettings'>['body']) => mutation.mutate({ params, body })
  return { mutation, change, error: mutation.error }
}
