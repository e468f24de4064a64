import type { ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'

interface WithOrganizationProps {
  skeleton: ReactNode
  children: (organization: Data<'getOrganization'>) => ReactNode
}

/** Loads the organization with its settings and usage, and shows what `children` makes of it, or the error. */
export function WithOrganization({ skeleton, children }: WithOrganizationProps) {
  const organization = api.getOrganization.useQuery()
  if (organization.data) return children(organization.data)
  return <NotLoaded query={organization} large placeholder={skeleton} />
}
