import type { GapState } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export type Gap = Data<'updateGap'>

export interface GapSearch {
  /** State of the gaps that are listed; undefined for open ones. */
  state?: Exclude<GapState, 'open'> | 'all' | undefined
  /** Order of the list: by when they were last asked; undefined for by how often. */
  sort?: 'last' | undefined
  page?: number | undefined
  gap?: string | undefined
}

export function readGapSearch(search: Record<string, unknown>): GapSearch {
  return {
    state: oneOf(search.state, ['taught', 'dismissed', 'answered_now', 'all']),
    sort: oneOf(search.sort, ['last']),
    page: pageNumber(search.page),
    gap: someText(search.gap),
  }
}

/** Query for one page of the gaps that match the filters. */
export function gapsQuery(agent: string, { state, sort, page }: GapSearch) {
  const query = { sort: sort ?? 'count', page, state: state === 'all' ? undefined : (state ?? 'open') } as const
  return api.listGaps.queryOptions({ params: { agent }, query })
}
