import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { fieldsAtOnce } from '#dashboard/api/optimistic.ts'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'

/** A switch for whether the agent's checks run automatically after training. It is saved at once. */
export function AfterTraining({ agentId }: { agentId: string }) {
  const client = useQueryClient()
  const params = { agent: agentId }
  const settings = useQuery(api.getAgentSettings.queryOptions({ params }))
  const update = useMutation({
    ...api.updateAgentSettings.mutationOptions(),
    ...fieldsAtOnce(client, api.getAgentSettings.key({ params })),
  })
  return (
    <SwitchLine
      isOn={settings.data?.checks_after_training}
      onChange={(checks_after_training) => update.mutate({ params, body: { checks_after_training } })}
      error={update.error}
    >
      Run them a minute after each training
    </SwitchLine>
  )
}
