import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { SignalSettings } from '#dashboard/features/inbox/signal-settings.tsx'
import { SettingsPage } from '#dashboard/features/settings/settings-page.tsx'

export const Route = createFileRoute('/_app/settings/')({
  loader: ({ context: { queryClient, organization } }) =>
    void queryClient.prefetchQuery(api.getOrganization.queryOptions({ params: { organization: organization.id } })),
  component: () => <SettingsPage notifications={<SignalSettings />} />,
})
