import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { NotificationSettings } from '#dashboard/features/inbox/notifications/settings.tsx'
import { prepareSettings, SettingsPage } from '#dashboard/features/settings/settings-page.tsx'

export const Route = createFileRoute('/_app/settings/')({
  // Wait for these queries, as content below them would move if they arrived later. Errors are shown in their cards.
  loader: ({ context: { queryClient, organization } }) =>
    Promise.all([
      prepareSettings(),
      queryClient.prefetchQuery(api.getOrganization.queryOptions({ params: { organization: organization.id } })),
    ]),
  component: () => <SettingsPage notifications={<NotificationSettings />} />,
})
