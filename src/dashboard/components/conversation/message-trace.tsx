import { useQueryClient } from '@tanstack/react-query'
import { loadable } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { type AnswerTraceIds, answerTraceQuery } from './answer-trace-query.ts'
import { TracePopover } from './trace-popover.tsx'

const StoredAnswerTrace = loadable(async () => (await import('./stored-answer-trace.tsx')).StoredAnswerTrace)

/** Stands under a message of the AI and says why it said this. It is fetched when somebody reaches for it. */
export function MessageTrace(ids: AnswerTraceIds) {
  const client = useQueryClient()
  const { ownApi } = usePermissions()
  if (!ownApi) return null
  const preload = () => {
    StoredAnswerTrace.preload()
    void client.prefetchQuery(answerTraceQuery(ids))
  }
  return (
    <TracePopover label="Why this answer" align="end" preload={preload}>
      <StoredAnswerTrace {...ids} />
    </TracePopover>
  )
}
