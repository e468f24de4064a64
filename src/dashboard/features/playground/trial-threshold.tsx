import { useQuery } from '@tanstack/react-query'
import { answerThresholds } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { thresholdOf } from './trial.ts'

const names = { cautious: 'Cautious', balanced: 'Balanced', bold: 'Bold' } satisfies Record<
  (typeof answerThresholds)[number],
  string
>

/** Chooses how sure the built-in model must be in the next replies of the playground. The agent keeps its own setting. */
export function TrialThreshold({ agentId }: { agentId: string }) {
  const settings = useQuery(api.getAgentSettings.queryOptions({ params: { agent: agentId } }))
  const tried = useStore(thresholdOf(agentId))
  const own = settings.data?.threshold
  return (
    <Select
      aria-label="How sure it must be, in this trial"
      className="w-auto"
      value={tried ?? own ?? ''}
      disabled={!own}
      onChange={({ target: { value } }) => {
        const chosen = answerThresholds.find((threshold) => threshold === value)
        thresholdOf(agentId).set(chosen === own ? null : (chosen ?? null))
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
