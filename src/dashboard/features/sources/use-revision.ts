import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { toast } from '#dashboard/ui/toast.tsx'
import type { Pair } from './spreadsheet.ts'
import { isWritten } from './written-text.ts'

export type Content = Data<'getSourceContent'>

export interface EditorProps {
  agentId: string
  sourceId: string
  /** The content of the source when the form is opened. */
  opened: Content
  onClose: () => void
}

interface Changes {
  title?: string | undefined
  content?: string | undefined
  questions?: Pair[] | undefined
}

/**
 * Saves the changes that a form makes to a source. If somebody else has changed the source since the form was opened,
 * nothing is saved: `theirs` is then the content they saved, which the next save replaces.
 * @param onRefused Shows at the form's fields what is wrong with them.
 */
export function useRevision({ agentId, sourceId, opened, onClose }: EditorProps, onRefused: (error: unknown) => void) {
  const client = useQueryClient()
  const params = { agent: agentId, source: sourceId }
  const [base, setBase] = useState(opened)
  const [theirs, setTheirs] = useState<Content>()
  const update = useMutation({
    ...api.updateSourceContent.mutationOptions(),
    onSuccess: (saved) =>
      toast.success(isWritten(saved) ? `Saved: training on “${saved.title}” has begun` : `Saved “${saved.title}”`),
    onError: async (error) => {
      onRefused(error)
      if (!isStale(error)) return
      const latest = await client
        .fetchQuery({ ...api.getSourceContent.queryOptions({ params }), staleTime: 0 })
        .catch(() => undefined)
      if (!latest) return // The form shows that saving failed. Saving again leads here again.
      setBase(latest)
      setTheirs(latest)
    },
  })
  return {
    /** The content that the next save replaces, with its version. */
    base,
    theirs,
    /** To be called when the form takes over what the others have saved. */
    take: () => {
      setTheirs(undefined)
      update.reset()
    },
    save: (changes: Changes) => {
      if (update.isPending) return
      update.mutate({ params, body: { version: base.version, ...changes } }, { onSuccess: onClose })
    },
    pending: update.isPending,
    error: theirs && isStale(update.error) ? null : update.error,
  }
}

const isStale = (error: unknown): boolean => isApiError(error) && error.code === 'source_is_stale'
