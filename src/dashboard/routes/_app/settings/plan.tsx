import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { PlanSection } from '#dashboard/features/settings/plan-section.tsx'

export const Route = createFileRoute('/_app/settings/plan')({
  beforeLoad: () => requireRoleFor('updateOrganization'),
  // Waits for the data, so that the cards show at once. If the request fails, the error is shown in their place.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(api.getOrganization.queryOptions()),
  component: PlanSection,
})
