import { useQueryClient } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { fieldsAtOnce } from '#dashboard/api/optimistic.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { type InterventionMode, interventionMode } from '../agent-badges.tsx'

type Agent = Data<'getAgent'>

const modes: readonly { value: InterventionMode; title: string; text: string; tone: 'ai' | 'human' }[] = [
  {
    value: 'ai',
    title: 'AI only',
    text: 'The AI answers everything. When its sources hold no answer it says so. You can still take over by hand.',
    tone: 'ai',
  },
  {
    value: 'hand_over',
    title: 'AI, then people',
    text: 'The AI answers. It hands over when the visitor asks for a person, and offers one when no source has the answer.',
    tone: 'ai',
  },
  {
    value: 'human',
    title: 'People only',
    text: 'The AI stays silent. Every conversation waits in the inbox for one of you.',
    tone: 'human',
  },
]

const flags: Record<InterventionMode, Pick<Agent, 'human_intervention' | 'only_human'>> = {
  ai: { human_intervention: false, only_human: false },
  hand_over: { human_intervention: true, only_human: false },
  human: { human_intervention: true, only_human: true },
}

/** A card to choose who answers: the AI, people or both. The choice is saved at once. */
export function ModeCard({ agent }: { agent: Agent }) {
  const client = useQueryClient()
  const update = api.updateAgent.useMutation(fieldsAtOnce(client, api.getAgent.key({ params: { agent: agent.id } })))
  return (
    <Card
      title="Who answers"
      description={agent.is_disabled ? 'Enable the agent to change this.' : 'Saved as you choose.'}
    >
      <Choices
        legend="Who answers"
        disabled={agent.is_disabled}
        options={modes}
        chosen={interventionMode(agent)}
        onChoose={(mode) => update.mutate({ params: { agent: agent.id }, body: flags[mode] })}
      />
      {update.error && <ErrorNotice error={update.error} act="Who answers was not changed" className="mt-3" />}
    </Card>
  )
}
