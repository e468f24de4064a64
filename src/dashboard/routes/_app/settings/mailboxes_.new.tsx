import { createFileRoute } from '@tanstack/react-router'
import { MailboxesSection } from '#dashboard/features/settings/mailboxes/mailboxes-section.tsx'

/** Where a mail provider's page leads back to, at which somebody has signed in to a mailbox. */
export const Route = createFileRoute('/_app/settings/mailboxes_/new')({
  validateSearch: ({ grant, refused }): { grant?: string; refused?: string } => ({
    ...(typeof grant === 'string' && { grant }),
    ...(typeof refused === 'string' && { refused }),
  }),
  component: NewMailboxPage,
})

function NewMailboxPage() {
  return <MailboxesSection returned={Route.useSearch()} />
}
