import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { MailboxesSection } from '#dashboard/features/settings/mailboxes/mailboxes-section.tsx'

export const Route = createFileRoute('/_app/settings/mailboxes')({
  validateSearch: (search): { grant?: unknown; refused?: unknown } => search,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.listMailboxes.queryOptions())
  },
  component: Mailboxes,
})

function Mailboxes() {
  const { grant, refused } = Route.useSearch()
  const returned = typeof grant === 'string' ? { grant } : typeof refused === 'string' ? { refused } : undefined
  return <MailboxesSection key={String(returned !== undefined)} {...(returned && { returned })} />
}
