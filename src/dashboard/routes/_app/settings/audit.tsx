import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { AuditSection } from '#dashboard/features/settings/audit/audit-section.tsx'
import { pageNumber, someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/settings/audit')({
  // Checks only types and the page number. The screen's own code decides which of the other values are valid, as the
  // code of routes is part of every first load.
  validateSearch: ({ actor, action, from, to, page }: Record<string, unknown>) => ({
    actor: someText(actor),
    action: someText(action),
    from: someText(from),
    to: someText(to),
    page: pageNumber(page),
  }),
  beforeLoad: () => requireRoleFor('listAuditLog'),
  component: AuditSection,
})
