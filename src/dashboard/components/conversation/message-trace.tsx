import { useQueryClient } from '@tanstack/react-query'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { type AnswerTraceIds, answerTraceQuery } from './answer-trace-query.ts'
import { StoredAnswerTrace } from './stored-answer-trace.tsx'
import { TracePopover } from './trace-popover.tsx'

/** A button below an AI message that opens its answer trace, which is fetched when the pointer or focus approaches. */
export function MessageTrace(ids: AnswerTraceIds) {
  const client = useQueryClient()
  const { ownApi } = usePermissions()
  if (!ownApi) return null
  const preload = () => void client.prefetchQuery(answerTraceQuery(ids))
  return (
    <TracePopover label="Why this answer" align="end" preload={preload}>
      <StoredAnswerTrace {...ids} />
    </TracePopover>
  )
}
