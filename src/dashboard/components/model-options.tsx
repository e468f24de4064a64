import type { Data } from '#contract/index.ts'
import type { Plan } from '#contract/limits.ts'

interface ModelOptionsProps {
  models: Data<'listModels'> | undefined
  plan: Plan
  /** Id of the only model offered, where the model can't be changed. */
  onlyId?: string | undefined
  /** Id of the model that is in use, which stays shown as chosen even if it is not connected. */
  currentId?: string | undefined
}

export const HOW_TO_CONNECT =
  'To connect more models, set OPENAI_API_KEY, ANTHROPIC_API_KEY, or OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_MODELS on the server.'

/** The first model that is connected and, on a plan without premium models, not one of these. */
export const firstChoice = (models: Data<'listModels'> | undefined, plan: Plan) =>
  models?.find((model) => isOffered(model, plan))

const isOffered = ({ is_premium, is_configured }: Data<'listModels'>[number], plan: Plan): boolean =>
  is_configured && (!is_premium || plan === 'premium')

/** Options of a select for AI models. Premium models and those not connected are marked, and disabled where they can't answer. */
export function ModelOptions({ models, plan, onlyId, currentId }: ModelOptionsProps) {
  if (!models) return <option value="">Loading…</option>
  return models.map((model) => {
    const { id, name, is_premium, is_configured } = model
    const isCurrent = id === currentId
    const unconnected = isCurrent ? 'not connected: the built-in model answers' : 'not connected'
    const notes = [is_premium && 'premium', !is_configured && unconnected].filter(Boolean)
    return (
      <option
        key={id}
        value={id}
        disabled={(!isCurrent && !isOffered(model, plan)) || (onlyId !== undefined && id !== onlyId)}
      >
        {notes.length > 0 ? `${name} (${notes.join('; ')})` : name}
      </option>
    )
  })
}
