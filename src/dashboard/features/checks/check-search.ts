import { checkExpectations } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { among, pageNumber, searchReader, someText } from '#dashboard/lib/search.ts'

export type Check = Data<'getCheck'>
export type CheckRun = Data<'listCheckRuns'>[number]
export type CheckResult = Data<'getCheckRun'>['results'][number]

export const readCheckSearch = searchReader({
  check: someText,
  /** Id of the run whose results are shown; undefined for the latest. */
  run: someText,
  page: pageNumber,
  add: among(['check', 'file']),
  /** What a new check begins with, if another screen suggests it; `cites` is a source's id. */
  question: someText,
  expects: among(checkExpectations),
  cites: someText,
})

export type CheckSearch = ReturnType<typeof readCheckSearch>
