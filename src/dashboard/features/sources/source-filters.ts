import { type SourceType, sourceTypes, type TrainingStatus, trainingStatuses } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export type Source = Data<'getFullSource'>

export interface SourceSearch {
  type?: SourceType | undefined
  status?: TrainingStatus | undefined
  page?: number | undefined
  /** Type of source whose form is open. */
  add?: SourceType | undefined
  /** Id of the draft open in the text form. */
  draft?: string | undefined
  /** Id of the source whose panel is open. */
  source?: string | undefined
}

export function readSourceSearch(search: Record<string, unknown>): SourceSearch {
  return {
    type: oneOf(search.type, sourceTypes),
    status: oneOf(search.status, trainingStatuses),
    page: pageNumber(search.page),
    add: oneOf(search.add, sourceTypes),
    draft: someText(search.draft),
    source: someText(search.source),
  }
}

/** Query for one page of the sources that match the filters. */
export function sourcesQuery(agent: string, { type, status, page }: SourceSearch) {
  return api.listFullSources.queryOptions({ params: { agent }, query: { type, status, page } })
}

export const isTraining = ({ status }: { status: TrainingStatus }) => status === 'pending' || status === 'processing'
