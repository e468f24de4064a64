import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { OrganizationSection, prepareOrganization } from '#dashboard/features/settings/organization-section.tsx'

export const Route = createFileRoute('/_app/settings/organization')({
  beforeLoad: () => requireRoleFor('updateOrganization'),
  // Waits for the data and the code, so that the form shows at once. If the request fails, the error is shown in its
  // place.
  loader: ({ context: { queryClient } }) =>
    Promise.all([prepareOrganization(), queryClient.prefetchQuery(api.getOrganization.queryOptions())]),
  component: OrganizationSection,
})
