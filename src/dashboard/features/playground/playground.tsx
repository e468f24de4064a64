import { Link } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { permissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { type TrialState, useTrial } from './use-trial.ts'

const TrialThreshold = late(() => import('./trial-threshold.tsx'), 'TrialThreshold')
const Messages = late(() => import('./messages.tsx'), 'Messages', <MessagesSkeleton />)

/**
 * A conversation with the agent in the role of a visitor, which also explains each answer. The server stores none of
 * it.
 */
export function Playground({ agentId }: { agentId: string }) {
  const trial = useTrial(agentId)
  const { agent, error } = trial
  const isEmpty = !trial.isBegun
  // A provider's model decides for itself, and nobody looks for this before they have a question.
  const isWriting = permissions.ownApi && agent?.model.slug === 'baton-built-in' && (!isEmpty || trial.draft)

  return (
    <section aria-labelledby="playground" className="flex h-[34rem] flex-col rounded-lg border border-line bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 id="playground" className="font-semibold">
          Playground
        </h2>
        <span className="flex-1" />
        {isWriting && <TrialThreshold agentId={agentId} />}
        {!isEmpty && (
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
      {/* Reversed, so that the view stays at the newest message as the list grows. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-canvas">
        <div
          role="log"
          aria-label="Conversation"
          className={cn('mx-auto w-full max-w-3xl px-4 pt-1 pb-4', !isEmpty && 'mb-auto')}
        >
          {!isEmpty && <Messages trial={trial} agentId={agentId} />}
        </div>
        {isEmpty && (
          <p className="m-auto max-w-xs px-4 text-balance text-center text-muted">
            Ask what a visitor would ask. It answers from its own sources. Nothing is stored or counted.
          </p>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} className="mx-3 my-2" />}
      <Foot agentId={agentId} trial={trial} />
    </section>
  )
}

/** The text field, or an explanation why one can't write. */
function Foot({ agentId, trial }: { agentId: string; trial: TrialState }) {
  if (!permissions.ownApi)
    return <Reason>An API key can’t try an agent out. Sign in on the server itself to use its playground.</Reason>
  if (trial.agent?.is_disabled)
    return (
      <Reason>
        This agent is disabled and takes no messages.{' '}
        <Link to="/agents/$agentId/settings" params={{ agentId }} className="text-ink underline underline-offset-2">
          Enable it in its settings
        </Link>
      </Reason>
    )
  return <Composer value={trial.draft} onChange={trial.write} onSubmit={trial.ask} onStop={trial.stage && trial.stop} />
}

const Reason = ({ children }: { children: ReactNode }) => (
  <p className="border-line border-t px-4 py-3 text-center text-muted">{children}</p>
)

function MessagesSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5 pt-8">
      <span className="sr-only">Loading the conversation</span>
      <Skeleton className="h-9 w-2/5 rounded-lg" />
      <Skeleton className="h-9 w-1/3 self-end rounded-lg" />
      <Skeleton className="h-14 w-1/2 rounded-lg" />
    </div>
  )
}
