import { useMutation } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import type { Source } from './source-filters.ts'

/** Until a source is trained again, it answers as before. With `inPlace`, an error is shown in a toast. */
export function useRetrain(agentId: string, source: Source, inPlace = false) {
  const keeps = source.status === 'completed'
  const onError = (error: Error) => {
    if (inPlace) void tellError(error, `“${source.title}” is not being trained again`)
  }
  const again = useMutation({ ...api.createSourceBulk.mutationOptions(), onError })
  const anew = useMutation({ ...api.retrainSource.mutationOptions(), onError })
  const { isPending, error } = keeps ? again : anew
  const run = () => {
    if (isPending) return
    if (keeps) again.mutate({ params: { agent: agentId }, body: { ids: [source.id], do: 'retrain' } })
    else anew.mutate({ params: { agent: agentId, source: source.id } })
  }
  return { run, keeps, pending: isPending, error }
}
