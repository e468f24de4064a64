import { useQueryClient } from '@tanstack/react-query'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { type AnswerTraceIds, answerTraceQuery } from './answer-trace-query.ts'
import { StoredAnswerTrace } from './stored-answer-trace.tsx'
import { TracePopover } from './trace-popover.tsx'

/** Stands under a message of the AI and says why it said this. It is fetched when somebody reaches for it. */
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
