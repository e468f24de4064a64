import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where a mail provider's page leads back to, at which somebody has signed in to a mailbox. */
export const Route = createFileRoute('/_app/settings/mailboxes_/new')({
  validateSearch: (search): { grant?: unknown; refused?: unknown } => search,
  beforeLoad: ({ search: { grant, refused } }) => {
    throw redirect({ to: '/settings/mailboxes', search: { grant, refused }, replace: true })
  },
})
