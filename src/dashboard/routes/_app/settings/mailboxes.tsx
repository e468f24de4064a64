import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { MailboxesSection } from '#dashboard/features/settings/mailboxes/mailboxes-section.tsx'

export const Route = createFileRoute('/_app/settings/mailboxes')({
  loader: ({ context: { queryClient, organization } }) => {
    void queryClient.prefetchQuery(api.listMailboxes.queryOptions({ params: { organization: organization.id } }))
  },
  component: () => <MailboxesSection />,
})
