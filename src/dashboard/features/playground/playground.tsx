import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Composer } from './composer.tsx'
import { Costs } from './costs.tsx'
import { Thread } from './thread.tsx'
import { useTrial } from './use-trial.ts'

const TrialThreshold = late(() => import('./trial-threshold.tsx'), 'TrialThreshold')
const CannotAsk = late(() => import('./cannot-ask.tsx'), 'CannotAsk')
const Examples = late(() => import('./examples.tsx'), 'Examples')
const CompareButton = late(() => import('./compare-button.tsx'), 'CompareButton')
const Comparison = late(() => import('./comparison.tsx'), 'Comparison', <div className="flex-1 bg-canvas" />)

interface PlaygroundProps {
  agentId: string
  /** Whether it is the whole screen: then it fills the window, and one can write at once. */
  isScreen?: boolean
}

/** A conversation in the role of a visitor that explains each answer, or two to compare. The server stores none. */
export function Playground({ agentId, isScreen = false }: PlaygroundProps) {
  const trial = useTrial(agentId)
  const { agent, isBegun, isComparing, threads } = trial
  // The threshold has no effect on a provider's model, and nobody needs it before they have a question.
  const isWriting = agent && isBuiltIn(agent.model) && (isBegun || trial.draft)

  return (
    <section
      aria-labelledby="playground"
      className={cn(
        'flex flex-col rounded-lg border border-line bg-surface',
        isScreen ? 'h-[max(26rem,calc(100dvh-8.75rem))]' : 'h-[34rem]',
        isComparing && 'max-md:h-[48rem]',
      )}
    >
      <header className="flex min-h-12 shrink-0 flex-wrap items-center justify-end gap-x-2 border-line border-b py-1 pr-2 pl-4">
        <h2 id="playground" className="mr-auto font-semibold">
          Playground
        </h2>
        {isWriting && !isComparing && <TrialThreshold agentId={agentId} thread={agentId} />}
        {agent && !agent.is_disabled && <CompareButton agentId={agentId} preload={() => void Comparison.preload()} />}
        {isBegun && (
          <Button variant="ghost" size="sm" onClick={trial.startOver}>
            <RotateCcw aria-hidden /> Start over
          </Button>
        )}
      </header>
      {agent?.only_human && (
        <p className="border-human-line border-b bg-human-soft px-4 py-2 text-human text-sm">
          This agent leaves its visitors to people. Here its AI answers.
        </p>
      )}
      {isComparing && agent ? (
        <Comparison agent={agent} threads={threads} />
      ) : (
        <Thread agentId={agentId} thread={agentId} label="Conversation">
          Ask what a visitor would ask. It answers from its own sources. <Costs model={agent?.model} />
          {agent && !agent.is_disabled && <Examples agentId={agentId} />}
        </Thread>
      )}
      <Foot agentId={agentId} trial={trial} isScreen={isScreen} />
    </section>
  )
}

interface FootProps extends Required<PlaygroundProps> {
  trial: ReturnType<typeof useTrial>
}

function Foot({ agentId, trial, isScreen }: FootProps) {
  if (trial.agent?.is_disabled) return <CannotAsk agentId={agentId} />
  return (
    <Composer
      autoFocus={isScreen}
      value={trial.draft}
      onChange={trial.write}
      onSubmit={trial.ask}
      onStop={trial.isAsking ? trial.stop : undefined}
    />
  )
}
