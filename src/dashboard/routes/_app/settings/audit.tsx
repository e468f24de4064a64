import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { auditQuery, readAuditSearch } from '#dashboard/features/settings/audit/audit-search.ts'
import { AuditSection } from '#dashboard/features/settings/audit/audit-section.tsx'

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => search,
  beforeLoad: () => requireRoleFor('listAuditLog'),
  loader: ({ context: { queryClient, organization }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(organization.id, deps))
    void queryClient.prefetchQuery(api.listMembers.queryOptions({ params: { organization: organization.id } }))
  },
  component: AuditSection,
})
