import type { Data } from '#contract/index.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'

type Settings = Data<'getAgentSettings'>

const choices: readonly { value: Settings['verification']; title: string; text: string }[] = [
  {
    value: 'strict',
    title: 'Leave out what is not supported',
    text: 'The model is asked once more; what the sources still do not bear out, no visitor sees.',
  },
  {
    value: 'marked',
    title: 'Keep it, and mark it for us',
    text: 'Visitors see the whole reply, but no invented links or prices. “Why this answer” shows what is unsupported.',
  },
  { value: 'off', title: 'Check nothing', text: 'Replies are sent as the model wrote them.' },
]

/** What becomes of sentences of a provider's model that the sources do not bear out. */
export function VerificationCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const { change, error } = useAgentSettingsChange(agentId)
  return (
    <Card
      title="Checking what it writes"
      description="For a provider’s model: each sentence is held to the sources before a visitor sees it."
    >
      <Choices
        legend="Checking what it writes"
        options={choices}
        chosen={settings.verification}
        onChoose={(verification) => change({ verification })}
      />
      {error && <ErrorNotice error={error} act="The check was not changed" className="mt-3" />}
    </Card>
  )
}
