import type { Data } from '#contract/index.ts'
import type { Plan } from '#contract/limits.ts'

interface ModelOptionsProps {
  models: Data<'listModels'> | undefined
  plan: Plan
  /** Id of the only model offered, where the model can't be changed. */
  onlyId?: string | undefined
}

/** Options of a select for AI models. Premium models are marked, and disabled on a plan without them. */
export function ModelOptions({ models, plan, onlyId }: ModelOptionsProps) {
  if (!models) return <option value="">Loading…</option>
  return models.map(({ id, name, is_premium, is_configured }) => {
    const notes = [is_premium && 'premium', !is_configured && 'not connected: the built-in model answers'].filter(
      Boolean,
    )
    return (
      <option
        key={id}
        value={id}
        disabled={(is_premium && plan !== 'premium') || (onlyId !== undefined && id !== onlyId)}
      >
        {notes.length > 0 ? `${name} (${notes.join('; ')})` : name}
      </option>
    )
  })
}
