import { origins } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { OverviewNumber, OverviewRange } from '#contract/overview-words.ts'
import { among, searchReader, someText } from '#dashboard/lib/search.ts'
import { numberWords, rangeWords } from './words.ts'

export type Overview = Data<'getOverview'>
export type NamedAgent = Pick<Data<'listAgents'>[number], 'id' | 'name'>

const ranges = Object.keys(rangeWords) as OverviewRange[]
const notDefault = ranges.filter((range): range is Exclude<OverviewRange, '7d'> => range !== '7d')
const numbers = Object.keys(numberWords) as OverviewNumber[]

/** Query parameters of the address of an overview. Default values are left out. */
export const readOverviewSearch = searchReader({
  /** How far back; undefined for seven days. */
  range: among(notDefault),
  agent: someText,
  channel: among(origins),
  /** The number whose conversations are listed in the panel. */
  number: among(numbers),
  /** The part of that number whose conversations are listed; undefined for the whole number. */
  part: someText,
})

export type OverviewSearch = ReturnType<typeof readOverviewSearch>
