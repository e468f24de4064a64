import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { NotificationSettings } from '#dashboard/features/inbox/notifications/settings.tsx'
import { prepareSettings, SettingsPage } from '#dashboard/features/settings/settings-page.tsx'

export const Route = createFileRoute('/_app/settings/')({
  // Waited for, or what stands below would move when it comes. What fails is told in its place.
  loader: ({ context: { queryClient, organization } }) =>
    Promise.all([
      prepareSettings(),
      queryClient.prefetchQuery(api.getOrganization.queryOptions({ params: { organization: organization.id } })),
    ]),
  component: () => <SettingsPage notifications={<NotificationSettings />} />,
})
