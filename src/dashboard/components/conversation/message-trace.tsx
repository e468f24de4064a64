import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AnswerTrace } from './answer-trace.tsx'
import { TracePopover } from './trace-popover.tsx'

interface MessageTraceProps {
  agentId: string
  conversationId: string
  messageId: string
  /** Opens the dialog to teach a better answer; absent for who may not teach. */
  onTeach?: () => void
}

/** Query of an answer trace, which explains why the AI gave an answer. It is not fetched again by age. */
function traceQuery({ agentId, conversationId, messageId }: MessageTraceProps) {
  const params = { agent: agentId, conversation: conversationId, message: messageId }
  return { ...api.getAnswerTrace.queryOptions({ params }), staleTime: Number.POSITIVE_INFINITY }
}

/** A button below an AI message that opens its answer trace, which is fetched when the pointer or focus approaches. */
export function MessageTrace(props: MessageTraceProps) {
  const client = useQueryClient()
  return (
    <TracePopover label="Why this answer" align="end" preload={() => void client.prefetchQuery(traceQuery(props))}>
      <StoredTrace {...props} />
    </TracePopover>
  )
}

function StoredTrace(props: MessageTraceProps) {
  const trace = useQuery(traceQuery(props))
  if (isApiError(trace.error, 'resource_not_found'))
    return <p className="text-muted">No sources were looked up for this message. Greetings, for one, are fixed text.</p>
  if (trace.error) return <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} />
  if (!trace.data)
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading</span>
        <Skeleton className="w-48" />
        <Skeleton className="h-16" />
        <Skeleton className="w-36" />
      </div>
    )
  return <AnswerTrace agentId={props.agentId} trace={trace.data} onTeach={props.onTeach} />
}
