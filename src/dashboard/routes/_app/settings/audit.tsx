import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { AuditSection } from '#dashboard/features/settings/audit/audit-section.tsx'
import { pageNumber, someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/settings/audit')({
  // Types and page number alone: the screen's code checks the rest, as routes are part of every first load.
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
