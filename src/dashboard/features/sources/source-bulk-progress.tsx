import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'

interface SourceBulkProgressProps {
  agentId: string
  bulkId: string
  onClose: () => void
}

/** Shows how far a bulk operation on sources is. The operation continues on the server when nobody watches. */
export function SourceBulkProgress({ agentId, bulkId, onClose }: SourceBulkProgressProps) {
  const bulk = api.getSourceBulk.useQuery({
    params: { agent: agentId, bulk: bulkId },
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', { ms: 500, max: 2_000 }),
  })
  const isForgotten = isApiError(bulk.error, 'resource_not_found') // forgotten a day after it began
  useEffect(() => {
    if (isForgotten) onClose()
  }, [isForgotten, onClose])
  if (isForgotten) return null
  if (!bulk.data) return bulk.error ? <ErrorNotice error={bulk.error} onRetry={() => void bulk.refetch()} /> : null
  const { status, total, done, failed } = bulk.data
  const through = done + failed
  return (
    <section aria-label="Progress" className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-3 py-2">
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 tabular-nums">
          {status === 'pending'
            ? `${through.toLocaleString()} of ${counted(total, 'source')} done. You need not wait.`
            : status === 'done'
              ? `${counted(done, 'source')} done.`
              : `Broken off after ${through.toLocaleString()} of ${counted(total, 'source')}.`}
          {failed > 0 && (
            <span className="text-danger">
              {' '}
              {counted(failed, 'source')} could not be changed: {failed === 1 ? 'it is' : 'they are'} gone, or the agent
              is disabled.
            </span>
          )}
        </p>
        {status !== 'pending' && <IconButton size="sm" icon={X} label="Close" onClick={onClose} />}
      </div>
      {status === 'pending' && <Progress value={(100 * through) / total} label="Sources done" />}
    </section>
  )
}
