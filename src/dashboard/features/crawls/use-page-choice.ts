import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#dashboard/api/api.ts'
import { changeCrawlDraft, useCrawlDraft } from './crawl-draft.ts'
import { readRanges, writeRanges } from './index-ranges.ts'
import { toggle } from './page-tree.ts'

/**
 * Which of the found pages are chosen, and which can be: those that are not sources of the agent yet. At first all of
 * these are chosen.
 */
export function usePageChoice(taskId: string, urls: readonly string[], agentId: string | undefined) {
  const draft = useCrawlDraft(taskId)
  const known = useQuery({
    ...api.listSourceAddresses.queryOptions({ params: { agent: agentId ?? '' } }),
    enabled: agentId !== undefined,
  })
  const choosable = useMemo(() => {
    const taken = new Set(known.data)
    return new Set(urls.flatMap((url, index) => (taken.has(url) ? [] : [index])))
  }, [urls, known.data])
  const chosen = useMemo(() => {
    const kept = draft.chosen === undefined ? urls.map((_, index) => index) : readRanges(draft.chosen, urls.length)
    return new Set(kept.filter((index) => choosable.has(index)))
  }, [draft.chosen, urls, choosable])
  return {
    choosable,
    chosen,
    isLoading: known.isLoading,
    error: known.error,
    retry: () => void known.refetch(),
    /** Chooses all of these pages that can be chosen; if all are chosen already, none of them. */
    toggle: (pages: readonly number[]) => {
      const next = toggle(
        chosen,
        pages.filter((page) => choosable.has(page)),
      )
      changeCrawlDraft(taskId, { chosen: writeRanges(next) })
    },
  }
}
