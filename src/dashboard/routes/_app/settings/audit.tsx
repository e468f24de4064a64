import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { auditQuery, readAuditSearch } from '#dashboard/features/settings/audit/audit-search.ts'
import { AuditSection } from '#dashboard/features/settings/audit/audit-section.tsx'
import { pageNumber, someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/settings/audit')({
  // Texts alone: which of them mean something is decided with the screen, not in the first load of every other one.
  validateSearch: ({ actor, action, from, to, page }: Record<string, unknown>) => ({
    actor: someText(actor),
    action: someText(action),
    from: someText(from),
    to: someText(to),
    page: pageNumber(page),
  }),
  loaderDeps: ({ search }) => search,
  beforeLoad: () => requireRoleFor('listAuditLog'),
  loader: ({ context: { queryClient, organization }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(organization.id, readAuditSearch(deps)))
    void queryClient.prefetchQuery(api.listMembers.queryOptions({ params: { organization: organization.id } }))
  },
  component: AuditSection,
})
