import { api } from './api.ts'
import type { Answer } from './types.ts'

export type OwnSettings = Answer<'getOwnMember'>

/** The signed-in member's own settings in this organization; undefined until they are loaded. */
export function useOwnSettings(): OwnSettings | undefined {
  return api.getOwnMember.useQuery().data
}
