import { type CheckExpectation, checkExpectations } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export type Check = Data<'getCheck'>
export type CheckRun = Data<'listCheckRuns'>[number]
export type CheckResult = Data<'getCheckRun'>['results'][number]

export interface CheckSearch {
  check?: string | undefined
  /** Id of the run whose results are shown; undefined for the latest. */
  run?: string | undefined
  page?: number | undefined
  add?: 'check' | 'file' | undefined
  /** What a new check begins with, if another screen suggests it; `cites` is a source's id. */
  question?: string | undefined
  expects?: CheckExpectation | undefined
  cites?: string | undefined
}

export function readCheckSearch(search: Record<string, unknown>): CheckSearch {
  return {
    check: someText(search.check),
    run: someText(search.run),
    page: pageNumber(search.page),
    add: oneOf(search.add, ['check', 'file']),
    question: someText(search.question),
    expects: oneOf(search.expects, checkExpectations),
    cites: someText(search.cites),
  }
}
