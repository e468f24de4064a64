import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { SectionList } from '#dashboard/components/section-list.tsx'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { ContinuityCard } from './continuity-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { HandOverCard } from './hand-over-card.tsx'
import { ModeCard } from './mode-card.tsx'

const skeleton = <Skeleton className="h-100 w-full rounded-lg" />
const lowSkeleton = <Skeleton className="h-80 w-full rounded-lg" />
// Loaded after the first view, as the code for form validation takes 40 kB (gzip).
const GeneralCard = late(() => import('./form-cards.ts'), 'GeneralCard', skeleton)
const VoiceCard = late(() => import('./form-cards.ts'), 'VoiceCard', skeleton)
const ThresholdCard = late(() => import('./form-cards.ts'), 'ThresholdCard', lowSkeleton)
const VerificationCard = late(() => import('./form-cards.ts'), 'VerificationCard', lowSkeleton)

const sections = [
  { title: 'General', id: 'general' },
  { title: 'Who answers', id: 'who-answers' },
  { title: 'When a visitor leaves', id: 'when-a-visitor-leaves' },
  { title: 'How sure it must be', id: 'how-sure-it-must-be' },
  { title: 'Voice', id: 'voice' },
]

export function AgentSettingsPage({ agentId }: { agentId: string }) {
  const input = { params: { agent: agentId } }
  const { data: agent } = useSuspenseQuery(api.getAgent.queryOptions(input))
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions(input))
  return (
    <SectionList
      label="Agent’s settings"
      sections={[
        ...sections,
        agent.is_disabled ? { title: 'Enable', id: 'this-agent-is-disabled' } : { title: 'Disable', id: 'disable' },
        { title: 'Delete', id: 'delete' },
      ]}
    >
      <GeneralCard agent={agent} />
      <ModeCard agent={agent} />
      <HandOverCard agentId={agent.id} settings={settings} />
      <ContinuityCard agentId={agent.id} settings={settings} />
      <ThresholdCard agentId={agent.id} settings={settings} />
      <VerificationCard agentId={agent.id} settings={settings} />
      <VoiceCard agentId={agent.id} settings={settings} />
      <AvailabilityCard agent={agent} />
      <DeleteCard agent={agent} />
      <UnsavedGuard />
    </SectionList>
  )
}
