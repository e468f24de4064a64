import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { isTraining, type Source } from './source-filters.ts'

const PACE = { ms: 1_000, max: 8_000, live: 4_000 }

/** The source's current training job, with its progress or error. Polls until the job ends. */
export function useTrainingJob(agentId: string, source: Source, enabled = true) {
  return useQuery({
    ...api.getTrainingJob.queryOptions({ params: { agent: agentId, taskId: source.task_id } }),
    enabled,
    // A job that has ended does not change; retraining starts another one.
    staleTime: (query) => (query.state.data && !isTraining(query.state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: pollWhile((query) => !query.state.data || isTraining(query.state.data), PACE),
  })
}
