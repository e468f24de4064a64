import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useOrganization } from './session.ts'
import type { Answer } from './types.ts'

export type OwnSettings = Answer<'getOwnMember'>

/** What one has settled for oneself in this organization; undefined until it is known. */
export function useOwnSettings(): OwnSettings | undefined {
  return useQuery(api.getOwnMember.queryOptions({ params: { organization: useOrganization().id } })).data
}
