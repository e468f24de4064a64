import { useMutation } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import type { Source } from './source-filters.ts'

/** Trains a source again. With `inPlace`, an error is shown in a toast, for want of room beside the button. */
export function useRetrain(agentId: string, source: Source, inPlace = false) {
  const retrain = useMutation({
    ...api.retrainSource.mutationOptions(),
    onError: (error) => {
      if (inPlace) void tellError(error, `“${source.title}” is not being trained again`)
    },
  })
  const run = () => {
    if (!retrain.isPending) retrain.mutate({ params: { agent: agentId, source: source.id } })
  }
  return { run, pending: retrain.isPending, error: retrain.error }
}
