import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { ActionsCard } from './actions-card.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ModeCard } from './mode-card.tsx'
import { ThresholdCard } from './threshold-card.tsx'
import { VoiceCard } from './voice-card.tsx'

/** An agent's settings, as cards that are saved independently. */
export function AgentSettingsPage({ agentId }: { agentId: string }) {
  const input = { params: { agent: agentId } }
  const { data: agent } = useSuspenseQuery(api.getAgent.queryOptions(input))
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions(input))
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <GeneralCard agent={agent} />
      <ModeCard agent={agent} />
      <ThresholdCard agentId={agent.id} settings={settings} />
      <VoiceCard agentId={agent.id} settings={settings} />
      <IdentityCard agentId={agent.id} settings={settings} />
      <ActionsCard agentId={agent.id} />
      <AvailabilityCard agent={agent} />
      <DeleteCard agent={agent} />
      <UnsavedGuard />
    </div>
  )
}
