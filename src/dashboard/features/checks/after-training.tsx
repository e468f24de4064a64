import { api } from '#dashboard/api/api.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'

/** A switch for whether the agent's checks run automatically after training. It is saved at once. */
export function AfterTraining({ agentId }: { agentId: string }) {
  const params = { agent: agentId }
  const settings = api.getAgentSettings.useQuery({ params })
  const { change, error } = useAgentSettingsChange(agentId)
  return (
    <SwitchLine
      isOn={settings.data?.checks_after_training}
      onChange={(checks_after_training) => change({ checks_after_training })}
      error={error}
    >
      Run them a minute after each training
    </SwitchLine>
  )
}
