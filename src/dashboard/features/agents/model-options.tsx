import type { Data } from '#contract/index.ts'
import type { Plan } from '#contract/limits.ts'

interface ModelOptionsProps {
  models: Data<'listModels'> | undefined
  plan: Plan
  /** The one choice left, where the model can't be changed. */
  onlyId?: string | undefined
}

/** The choices of a select for a model: premium ones say so, and can't be chosen without the plan. */
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
