/** What a trial costs with a model. That of a provider costs what a visitor's question costs. */
export function Costs({ model }: { model: { name: string; slug: string } | undefined }) {
  return model && model.slug !== 'baton-built-in'
    ? `Nothing is stored. A reply of ${model.name} costs a credit.`
    : 'Nothing is stored or counted.'
}
