import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'

/** A reply of a provider's model costs a credit, as one to a visitor does; the built-in model is free. */
export function Costs({ model }: { model: { name: string; slug: string } | undefined }) {
  if (!model) return 'Nothing is stored.' // until the agent is known
  return isBuiltIn(model)
    ? 'Nothing is stored or counted.'
    : `Nothing is stored. A reply of ${model.name} costs a credit.`
}
