import { Link } from '@tanstack/react-router'
import type { Plan } from '#contract/limits.ts'
import type { Model } from '#dashboard/api/use-models.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'

interface ModelOptionsProps {
  models: readonly Model[] | undefined
  plan: Plan
  /** Id of the only model offered, where the model can't be changed. */
  onlyId?: string | undefined
  /** Id of the model that is in use, which stays shown as chosen even if it is not connected. */
  currentId?: string | undefined
}

/** Whether a model is connected and, on a plan without premium models, not one of these. */
const canAnswer = ({ is_premium, is_configured }: Model, plan: Plan): boolean =>
  is_configured && (!is_premium || plan === 'premium')

/** Options of a select for AI models, in groups. Only those that can answer are offered, besides the one in use. */
export function ModelOptions({ models, plan, onlyId, currentId }: ModelOptionsProps) {
  if (!models) return <option value="">Loading…</option>
  const offered = models.filter((model) => model.id === currentId || canAnswer(model, plan))
  const groups = Map.groupBy(offered, groupName)
  return [...groups].map(([name, members]) => (
    <optgroup key={name} label={name}>
      {members.map((model) => (
        <option key={model.id} value={model.id} disabled={onlyId !== undefined && model.id !== onlyId}>
          {optionName(model)}
        </option>
      ))}
    </optgroup>
  ))
}

const groupName = ({ group, account }: Model): string =>
  group === 'built_in' ? 'Built in' : group === 'own' ? `Ours: ${account?.name ?? ''}` : 'The platform’s'

/** A model with what it costs and can do, as far as that is known. */
function optionName({ name, is_configured, credits, context_length, calls_tools }: Model): string {
  if (!is_configured) return `${name} (not connected: the built-in model answers)`
  const facts = [
    credits === 0 ? 'no credits' : `${credits} credit${credits === 1 ? '' : 's'} a reply`,
    context_length !== null && `reads ${Math.round(context_length / 1_000).toLocaleString('en')}k tokens`,
    calls_tools === false && 'offers no forms',
  ].filter(Boolean)
  return `${name} (${facts.join(', ')})`
}

/** Where a model is chosen: leads those who may to where accounts with providers are connected. */
export function ConnectModel() {
  const { may } = usePermissions()
  if (!may('createModelAccount')) return 'An owner or admin can connect more models.'
  return (
    <Link to="/settings/models" className="text-ink underline underline-offset-2 hover:no-underline">
      Connect a model
    </Link>
  )
}
