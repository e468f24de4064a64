import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { PlanSection } from '#dashboard/features/settings/plan-section.tsx'

export const Route = createFileRoute('/_app/settings/plan')({
  beforeLoad: () => requireRoleFor('updateOrganization'),
  // Waited for, so that the cards stand there at once. What fails is told in its place.
  loader: ({ context: { queryClient, organization } }) =>
    queryClient.prefetchQuery(api.getOrganization.queryOptions({ params: { organization: organization.id } })),
  component: PlanSection,
})
