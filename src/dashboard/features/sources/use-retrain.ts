import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import type { Source } from './source-filters.ts'

/**
 * Trains on a source again as a bulk action does, which keeps what was learnt before until the new training is done. With
 * `inPlace`, an error is shown in a toast.
 */
export function useRetrain(agentId: string, source: Source, inPlace = false) {
  const onError = (error: Error) => {
    if (inPlace) void tellError(error, `“${source.title}” is not being trained again`)
  }
  const { mutate, isPending, error } = api.createSourceBulk.useMutation({ onError })
  const run = () => {
    if (!isPending) mutate({ params: { agent: agentId }, body: { ids: [source.id], do: 'retrain' } })
  }
  return { run, pending: isPending, error }
}
