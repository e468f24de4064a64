import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data, Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { toast } from '#dashboard/ui/toast.tsx'
import { isWritten } from './written-text.ts'

export type Content = Data<'getSourceContent'>

export interface EditorProps {
  agentId: string
  sourceId: string
  /** The content of the source when the form is opened. */
  opened: Content
  onClose: () => void
}

type Changes = Omit<Input<'updateSourceContent'>['body'], 'version'>

/**
 * If somebody else has changed the source since the form was opened, nothing is saved: `theirs` is their content, which
 * the next save replaces. `onRefused` shows at the form's fields what is wrong.
 */
export function useRevision({ agentId, sourceId, opened, onClose }: EditorProps, onRefused: (error: unknown) => void) {
  const client = useQueryClient()
  const params = { agent: agentId, source: sourceId }
  const [version, setVersion] = useState(opened.version)
  const [theirs, setTheirs] = useState<Content>()
  const update = api.updateSourceContent.useMutation({
    onSuccess: (saved) =>
      toast.success(isWritten(saved) ? `Saved: training on “${saved.title}” has begun` : `Saved “${saved.title}”`),
    onError: async (error) => {
      onRefused(error)
      if (!isApiError(error, 'source_is_stale')) return
      const latest = await client
        .fetchQuery({ ...api.getSourceContent.queryOptions({ params }), staleTime: 0 })
        .catch(() => undefined)
      if (!latest) return // The form shows that saving failed. Saving again leads here again.
      setVersion(latest.version)
      setTheirs(latest)
    },
  })
  return {
    theirs,
    /** To be called when the form takes over what the others have saved. */
    take: () => {
      setTheirs(undefined)
      update.reset()
    },
    save: (changes: Changes) => {
      if (update.isPending) return
      update.mutate({ params, body: { version, ...changes } }, { onSuccess: onClose })
    },
    pending: update.isPending,
    error: theirs && isApiError(update.error, 'source_is_stale') ? null : update.error,
  }
}
