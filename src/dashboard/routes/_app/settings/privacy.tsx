import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { PrivacySection } from '#dashboard/features/settings/privacy/privacy-section.tsx'
import { currentPermissions } from '#dashboard/lib/permissions.ts'

export const Route = createFileRoute('/_app/settings/privacy')({
  beforeLoad: () => requireRoleFor('eraseVisitors'),
  loader: ({ context: { queryClient } }) => {
    if (currentPermissions().may('getOrganization')) void queryClient.prefetchQuery(api.getOrganization.queryOptions())
  },
  component: PrivacySection,
})
