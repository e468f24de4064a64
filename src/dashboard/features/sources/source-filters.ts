import { type SourceType, sourceTypes, type TrainingStatus, trainingStatuses } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'

export type Source = Data<'getFullSource'>

export interface SourceFilters {
  type?: SourceType | undefined
  status?: TrainingStatus | undefined
  /** Words to search for in the title, the address or the text. */
  q?: string | undefined
}

export interface SourceSearch extends SourceFilters {
  /** Type of source whose form is open. */
  add?: SourceType | undefined
  /** Id of the draft open in the text form. */
  draft?: string | undefined
  source?: string | undefined
  /** Whether the source's text is open in its editor at once. */
  edit?: true | undefined
  /** Id of the bulk operation whose progress is shown. */
  bulk?: string | undefined
}

export function readSourceSearch(search: Record<string, unknown>): SourceSearch {
  return {
    type: oneOf(search.type, sourceTypes),
    status: oneOf(search.status, trainingStatuses),
    // The router parses the value of `q=42` as a number.
    q: someText(typeof search.q === 'number' ? String(search.q) : search.q),
    add: oneOf(search.add, sourceTypes),
    draft: someText(search.draft),
    source: someText(search.source),
    edit: search.edit === true ? true : undefined,
    bulk: someText(search.bulk),
  }
}

export const SOURCES_PER_PAGE = 100 // the most that the server lists at once

/** Query for one page of the sources that match the filters. */
export function sourcesQuery(agent: string, { type, status, q }: SourceFilters, page = 1) {
  const query = { type, status, q, page, per_page: SOURCES_PER_PAGE }
  return api.listFullSources.queryOptions({ params: { agent }, query })
}

export const isTraining = ({ status }: { status: TrainingStatus }) => status === 'pending' || status === 'processing'
