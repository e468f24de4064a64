import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { ActionsCard } from './actions-card.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ModeCard } from './mode-card.tsx'

// Forms bring 40 kB gzip of checking: they follow the first view.
const GeneralCard = late(
  async () => (await import('./general-card.tsx')).GeneralCard,
  <Skeleton className="h-100 w-full rounded-lg" />,
)
const VoiceCard = late(
  async () => (await import('./voice-card.tsx')).VoiceCard,
  <Skeleton className="h-100 w-full rounded-lg" />,
)

/** Cards that each save by themselves. */
export function AgentSettingsPage({ agentId }: { agentId: string }) {
  const input = { params: { agent: agentId } }
  const { data: agent } = useSuspenseQuery(api.getAgent.queryOptions(input))
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions(input))
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <GeneralCard agent={agent} />
      <ModeCard agent={agent} />
      <VoiceCard agentId={agent.id} settings={settings} />
      <IdentityCard agentId={agent.id} settings={settings} />
      <ActionsCard agentId={agent.id} />
      <AvailabilityCard agent={agent} />
      <DeleteCard agent={agent} />
      <UnsavedGuard />
    </div>
  )
}
