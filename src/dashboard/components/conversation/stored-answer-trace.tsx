import { useQuery } from '@tanstack/react-query'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { AnswerTrace } from './answer-trace.tsx'
import { type AnswerTraceIds, answerTraceQuery } from './answer-trace-query.ts'
import { AnswerTraceSkeleton } from './answer-trace-skeleton.tsx'

/** Fetches and shows the answer trace of a stored message. */
export function StoredAnswerTrace(ids: AnswerTraceIds) {
  const trace = useQuery(answerTraceQuery(ids))
  if (isApiError(trace.error, 'resource_not_found'))
    return <p className="text-muted">No sources were looked up for this message. Greetings, for one, are fixed text.</p>
  if (trace.error) return <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} />
  if (!trace.data) return <AnswerTraceSkeleton />
  return <AnswerTrace agentId={ids.agentId} trace={trace.data} />
}
