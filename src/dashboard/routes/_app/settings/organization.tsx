import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { OrganizationSection, prepareOrganization } from '#dashboard/features/settings/organization-section.tsx'

export const Route = createFileRoute('/_app/settings/organization')({
  beforeLoad: () => requireRoleFor('updateOrganization'),
  // Waited for, so that the form stands there at once. What fails is told in its place.
  loader: ({ context: { queryClient, organization } }) =>
    Promise.all([
      prepareOrganization(),
      queryClient.prefetchQuery(api.getOrganization.queryOptions({ params: { organization: organization.id } })),
    ]),
  component: OrganizationSection,
})
