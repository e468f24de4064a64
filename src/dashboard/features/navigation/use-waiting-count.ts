import { useEffect } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { waitingCount } from '#dashboard/lib/page-title.ts'

/** Visitors who wait for the person or for nobody in particular; also shown in the title of the browser's tab. */
export function useWaitingCount(): number {
  const { data } = api.getInboxSummary.useQuery({
    refetchInterval: pollWhile(() => true, { ms: 10_000, max: 60_000, live: 60_000 }),
  })
  const waiting = data?.waiting ?? 0
  useEffect(() => {
    waitingCount.set(waiting)
    return () => waitingCount.set(0)
  }, [waiting])
  return waiting
}
