import { useEffect, useEffectEvent } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'

const PACE = { ms: 1_000, max: 10_000 }

/** The state of the job; undefined until it is started and its state is loaded. */
export function useVisitorJob(job: string | undefined, onDone?: () => void): Data<'getVisitorJob'> | undefined {
  const { data } = api.getVisitorJob.useQuery({
    params: { job: job ?? '' },
    enabled: job !== undefined,
    refetchInterval: pollWhile(({ state }) => state.data?.status !== 'done' && state.data?.status !== 'failed', PACE),
  })
  const isDone = data?.status === 'done'
  const tell = useEffectEvent(() => onDone?.())
  useEffect(() => {
    if (isDone) tell()
  }, [isDone])
  return job === undefined ? undefined : data
}
