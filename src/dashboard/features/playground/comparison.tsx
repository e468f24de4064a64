import type { Data } from '#contract/index.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useModels } from '#dashboard/api/use-models.ts'
import { ModelOptions } from '#dashboard/components/model-options.tsx'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { Costs } from './costs.tsx'
import { Thread } from './thread.tsx'
import { choicesOf } from './trial.ts'
import { TrialThreshold } from './trial-threshold.tsx'

const LETTERS = ['A', 'B']

/** Two conversations side by side that are asked the same questions, each with its own model and threshold. */
export function Comparison({ agent, threads }: { agent: Data<'getAgent'>; threads: readonly string[] }) {
  return (
    <div className="grid min-h-0 flex-1 divide-line max-md:grid-rows-2 max-md:divide-y md:grid-cols-2 md:divide-x">
      {threads.map((thread, at) => (
        <Column key={thread} agent={agent} thread={thread} letter={LETTERS[at] ?? ''} />
      ))}
    </div>
  )
}

function Column({ agent, thread, letter }: { agent: Data<'getAgent'>; thread: string; letter: string }) {
  const organization = useOrganization()
  const models = useModels()
  const choices = useStore(choicesOf(thread))
  const offered = models.data?.filter(({ id, is_configured }) => is_configured || id === agent.model.id)
  const model = offered?.find(({ id }) => id === choices.model) ?? agent.model
  return (
    <section aria-label={letter} className="flex min-h-0 min-w-0 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <h3 className="font-semibold">{letter}</h3>
        {offered && offered.length > 1 && (
          <Select
            aria-label={`Model of ${letter}`}
            className="w-auto max-w-48"
            value={model.id}
            onChange={({ target: { value } }) =>
              choicesOf(thread).set({ ...choices, model: value === agent.model.id ? undefined : value })
            }
          >
            <ModelOptions models={offered} plan={organization.plan} currentId={agent.model.id} />
          </Select>
        )}
        {/* The replies of no other model depend on the threshold. */}
        {isBuiltIn(model) && <TrialThreshold agentId={agent.id} thread={thread} label={`How sure ${letter} must be`} />}
      </header>
      <Thread agentId={agent.id} thread={thread} label={`Conversation ${letter}`}>
        Choose how {letter} replies. Both are asked the same. <Costs model={model} />
      </Thread>
    </section>
  )
}
