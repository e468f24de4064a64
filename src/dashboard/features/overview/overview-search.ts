import { type Origin, origins } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { OverviewNumber, OverviewRange } from '#contract/overview-words.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'
import { numberWords, rangeWords } from './words.ts'

export type Overview = Data<'getOverview'>
export type NamedAgent = Pick<Data<'listAgents'>[number], 'id' | 'name'>

/** Query parameters of the address of an overview. Default values are left out. */
export interface OverviewSearch {
  /** How far back; undefined for seven days. */
  range?: Exclude<OverviewRange, '7d'> | undefined
  agent?: string | undefined
  channel?: Origin | undefined
  /** The number whose conversations are listed in the panel. */
  number?: OverviewNumber | undefined
  /** The part of that number whose conversations are listed; undefined for the whole number. */
  part?: string | undefined
}

const notDefault = (Object.keys(rangeWords) as OverviewRange[]).filter((range) => range !== '7d')
const numbers = Object.keys(numberWords) as OverviewNumber[]

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  return {
    range: oneOf(search.range, notDefault),
    agent: someText(search.agent),
    channel: oneOf(search.channel, origins),
    number: oneOf(search.number, numbers),
    part: someText(search.part),
  }
}
