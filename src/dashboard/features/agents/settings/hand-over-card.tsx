import type { Data } from '#contract/index.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'

type Settings = Data<'getAgentSettings'>

const handOvers: readonly { value: Settings['hand_over']; title: string; text: string }[] = [
  {
    value: 'offer',
    title: 'Offer a person',
    text: 'The AI asks whether to get a person. Until the visitor says yes, it answers whatever they ask next.',
  },
  {
    value: 'at_once',
    title: 'Hand over at once',
    text: 'People take over with the first question that no source answers, and the AI falls silent.',
  },
]

const quiet = [
  { value: '24', title: 'After a day' },
  { value: '72', title: 'After three days' },
  { value: '168', title: 'After a week' },
  { value: 'never', title: 'Never' },
] as const

/** What the AI does in the chat on websites when it does not know, and when it takes a conversation to be over. */
export function HandOverCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const { change, error } = useAgentSettingsChange(agentId)
  const hours = settings.close_quiet_hours
  const chosen = hours === null ? 'never' : String(hours)
  const options = quiet.some(({ value }) => value === chosen)
    ? quiet
    : [{ value: chosen, title: `After ${chosen} hours` }, ...quiet]
  return (
    <Card title="When it does not know" description="In the chat on websites, where people can take over.">
      <Choices
        legend="When it does not know"
        options={handOvers}
        chosen={settings.hand_over}
        onChoose={(hand_over) => change({ hand_over })}
      />
      <div className="mt-5">
        <Choices
          legend="Close conversations with the AI when nobody has written"
          showsLegend
          options={options}
          chosen={chosen}
          onChoose={(value) => change({ close_quiet_hours: value === 'never' ? null : Number(value) })}
        />
      </div>
      {error && <ErrorNotice error={error} act="The setting was not changed" className="mt-3" />}
    </Card>
  )
}
