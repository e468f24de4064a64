import { type AnswerThreshold, answerThresholds } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { choicesOf } from './trial.ts'

const names: Record<AnswerThreshold, string> = { cautious: 'Cautious', balanced: 'Balanced', bold: 'Bold' }

interface TrialThresholdProps {
  agentId: string
  thread: string
  label?: string
}

/** How sure the built-in model must be in this trial; the agent's own setting stays as it is. */
export function TrialThreshold({ agentId, thread, label = 'How sure it must be, in this trial' }: TrialThresholdProps) {
  const settings = api.getAgentSettings.useQuery({ params: { agent: agentId } })
  const choices = useStore(choicesOf(thread))
  const own = settings.data?.threshold
  return (
    <Select
      aria-label={label}
      className="w-auto"
      value={choices.threshold ?? own ?? ''}
      disabled={!own}
      onChange={({ target: { value } }) => {
        const chosen = answerThresholds.find((threshold) => threshold === value)
        choicesOf(thread).set({ ...choices, threshold: chosen === own ? undefined : chosen })
      }}
    >
      {!own && <option value="">How sure</option>}
      {answerThresholds.map((threshold) => (
        <option key={threshold} value={threshold}>
          {threshold === own ? `${names[threshold]} (its setting)` : names[threshold]}
        </option>
      ))}
    </Select>
  )
}
