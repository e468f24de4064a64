import { useModels } from '#dashboard/api/use-models.ts'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'

/** A reply of a provider's model costs a credit, as one to a visitor does; the built-in model is free, and one’s own account’s. */
export function Costs({ model }: { model: { id: string; name: string; slug: string } | undefined }) {
  const models = useModels()
  if (!model) return 'Nothing is stored.' // until the agent is known
  const isOwn = models.data?.find(({ id }) => id === model.id)?.group === 'own'
  return isBuiltIn(model) || isOwn
    ? 'Nothing is stored or counted.'
    : `Nothing is stored. A reply of ${model.name} costs a credit.`
}
