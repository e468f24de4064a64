import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { usePlayground } from './use-playground.ts'

const SignedVisitorsOnly = late(async () => (await import('./signed-visitors-only.tsx')).SignedVisitorsOnly)
const Messages = late(async () => (await import('./messages.tsx')).Messages, <MessagesSkeleton />)

interface PlaygroundProps {
  agentId: string
  conversationId: string | undefined
  onConversation: (id: string | undefined) => void
}

/** Talk to the agent as a visitor does, and see why it said what it said. */
export function Playground(props: PlaygroundProps) {
  const play = usePlayground(props)
  const agent = useQuery(api.getAgent.queryOptions({ params: { agent: props.agentId } }))
  const [draft, setDraft] = useState('')
  const isEmpty = play.messages.length === 0 && !play.awaiting && !play.loading

  const submit = () => {
    const content = draft.trim()
    if (!content || play.sending) return
    setDraft('')
    // What could not be sent goes back where it was typed.
    play.send(content).catch(() => setDraft((typed) => typed || content))
  }

  return (
    <section aria-labelledby="playground" className="flex h-[34rem] flex-col rounded-lg border border-line bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 id="playground" className="font-semibold">
          Playground
        </h2>
        {play.mode === 'human' && <Badge tone="human">With people</Badge>}
        {play.mode === 'ai' && <Badge tone="ai">With the AI</Badge>}
        <span className="flex-1" />
        {props.conversationId && (
          <Button variant="ghost" size="sm" onClick={play.restart}>
            <RotateCcw aria-hidden /> Start over
          </Button>
        )}
      </header>
      {/* Reversed, so that it stays at its end as it grows. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-canvas">
        <div
          role="log"
          aria-label="Conversation"
          className={cn('mx-auto w-full max-w-3xl px-4 pt-1 pb-4', !isEmpty && 'mb-auto')}
        >
          {play.loading ? <MessagesSkeleton /> : !isEmpty && <Messages play={play} {...props} />}
        </div>
        {isEmpty && (
          <p className="m-auto max-w-xs px-4 text-balance text-center text-muted">
            Ask what a visitor would ask. The answer comes from this agent’s own sources, through the public API.
          </p>
        )}
      </div>
      {lacksToken(play.error) ? (
        <SignedVisitorsOnly agentId={props.agentId} />
      ) : (
        play.error && <ErrorNotice error={play.error} className="mx-3 my-2" />
      )}
      {agent.data?.is_disabled ? (
        <p className="border-line border-t px-4 py-3 text-center text-muted">
          This agent is disabled and takes no messages.{' '}
          <Link
            to="/agents/$agentId/settings"
            params={{ agentId: props.agentId }}
            className="text-ink underline underline-offset-2"
          >
            Enable it in its settings
          </Link>
        </p>
      ) : play.closed ? (
        <p className="border-line border-t px-4 py-3 text-center text-muted">
          This conversation is closed. Start over to go on.
        </p>
      ) : (
        <Composer value={draft} onChange={setDraft} onSubmit={submit} pending={play.sending} />
      )}
    </section>
  )
}

const lacksToken = (error: unknown) =>
  isApiError(error) && error.details.some((detail) => 'field' in detail && detail.field === 'identity_token')

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
