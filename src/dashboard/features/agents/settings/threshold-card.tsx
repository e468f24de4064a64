import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'

const ImpactOf = late(() => import('#dashboard/components/impact/impact.tsx'), 'ImpactOf')

type Settings = Data<'getAgentSettings'>
type Threshold = Settings['threshold']

const thresholds: readonly { value: Threshold; title: string; text: string }[] = [
  {
    value: 'cautious',
    title: 'Cautious',
    text: 'Answers only what a source clearly says. Wrong answers are rare; some questions that it could answer go unanswered.',
  },
  {
    value: 'balanced',
    title: 'Balanced',
    text: 'Answers what the sources say, and says so when they do not.',
  },
  {
    value: 'bold',
    title: 'Bold',
    text: 'Answers whenever something fits. More visitors get an answer; more of the answers are beside the question.',
  },
]

/** How sure the built-in model must be. What a choice does to past answers is shown before it is saved. */
export function ThresholdCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const [wanted, setWanted] = useState<Threshold>()
  const asked = thresholds.find(({ value }) => value === wanted)
  const { change, error } = useAgentSettingsChange(agentId)
  return (
    <Card title="How sure it must be" description="For the built-in model, which quotes the sources.">
      <Choices legend="How sure it must be" options={thresholds} chosen={settings.threshold} onChoose={setWanted} />
      {error && <ErrorNotice error={error} act="How sure it must be was not changed" className="mt-3" />}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setWanted(undefined)}
          title={`Make it ${asked.title.toLowerCase()}?`}
          description={asked.text}
          details={<ImpactOf agentId={agentId} change={{ threshold: asked.value }} />}
          confirmLabel={`Make it ${asked.title.toLowerCase()}`}
          tone="plain"
          onConfirm={() => {
            setWanted(undefined)
            change({ threshold: asked.value })
          }}
        />
      )}
    </Card>
  )
}
