import { type CheckExpectation, checkExpectations } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export type Check = Data<'getCheck'>
export type CheckRun = Data<'listCheckRuns'>[number]
export type CheckResult = Data<'getCheckRun'>['results'][number]

export interface CheckSearch {
  /** Id of the check whose panel is open. */
  check?: string | undefined
  /** Id of the run whose results are shown; the latest unless told otherwise. */
  run?: string | undefined
  page?: number | undefined
  /** The dialog that is open. */
  add?: 'check' | 'file' | undefined
  /** The question of the new check, what is expected and the source that is cited, as another screen suggests them. */
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
