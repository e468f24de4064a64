import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { HoursSection, prepareHours } from '#dashboard/features/settings/hours/hours-section.tsx'

export const Route = createFileRoute('/_app/settings/hours')({
  beforeLoad: () => requireRoleFor('updateOrganization'),
  // Waits for the data and the code, so that the form shows at once. If the request fails, the error is shown in its
  // place.
  loader: ({ context: { queryClient } }) =>
    Promise.all([prepareHours(), queryClient.prefetchQuery(api.getOrganization.queryOptions())]),
  component: HoursSection,
})
