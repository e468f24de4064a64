import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { showAtOnce } from '#dashboard/api/optimistic.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Switch } from '#dashboard/ui/switch.tsx'

type Settings = Data<'getAgentSettings'>

/** Whether the checks are run by themselves when the agent has learnt something. Saved at once. */
export function AfterTraining({ agentId }: { agentId: string }) {
  const client = useQueryClient()
  const id = useId()
  const params = { agent: agentId }
  const settings = useQuery(api.getAgentSettings.queryOptions({ params }))
  const update = useMutation({
    ...api.updateAgentSettings.mutationOptions(),
    onMutate: ({ body }) =>
      showAtOnce<Settings>(
        client,
        [api.getAgentSettings.key({ params })],
        (cached) => ({ ...cached, ...body }) as Settings,
      ),
    onError: (_error, _variables, undo) => undo?.(),
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Switch
          id={id}
          checked={settings.data?.checks_after_training ?? true}
          disabled={!settings.data}
          onChange={({ target }) => update.mutate({ params, body: { checks_after_training: target.checked } })}
        />
        <label htmlFor={id}>Run them a minute after each training</label>
      </div>
      {update.error && <ErrorNotice error={update.error} act="It was not changed" />}
    </div>
  )
}
