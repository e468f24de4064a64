import { sourceTypes, type TrainingStatus, trainingStatuses } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { among, searchReader, someText, someWords } from '#dashboard/lib/search.ts'

export type Source = Data<'getFullSource'>

export const readSourceSearch = searchReader({
  type: among(sourceTypes),
  status: among(trainingStatuses),
  /** Words to search for in the title, the address or the text. */
  q: someWords,
  /** Type of source whose form is open. */
  add: among(sourceTypes),
  /** Id of the draft open in the text form. */
  draft: someText,
  source: someText,
  /** Whether the source's text is open in its editor at once. */
  edit: (value) => (value === true ? true : undefined),
  /** Id of the bulk operation whose progress is shown. */
  bulk: someText,
})

export type SourceSearch = ReturnType<typeof readSourceSearch>
export type SourceFilters = Pick<SourceSearch, 'type' | 'status' | 'q'>

export const SOURCES_PER_PAGE = 100 // the most that the server lists at once

/** Query for one page of the sources that match the filters. */
export function sourcesQuery(agent: string, { type, status, q }: SourceFilters, page = 1) {
  const query = { type, status, q, page, per_page: SOURCES_PER_PAGE }
  return api.listFullSources.queryOptions({ params: { agent }, query })
}

export const isTraining = ({ status }: { status: TrainingStatus }) => status === 'pending' || status === 'processing'
