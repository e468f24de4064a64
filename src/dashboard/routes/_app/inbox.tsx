import { createFileRoute } from '@tanstack/react-router'
import { InboxPage, prepareInbox } from '#dashboard/features/inbox/inbox-page.tsx'
import { inboxFilter, readInboxSearch } from '#dashboard/features/inbox/inbox-search.ts'
import { linesQuery } from '#dashboard/features/inbox/list/lines-query.ts'

export const Route = createFileRoute('/_app/inbox')({
  validateSearch: readInboxSearch,
  loaderDeps: ({ search: { view, agent, origin } }) => ({ view, agent, origin }),
  // Do not wait for the list: it shows a skeleton while the chosen conversation loads beside it.
  loader: ({ context, deps }) => {
    void prepareInbox()
    void context.queryClient.prefetchQuery(linesQuery(context.organization.id, inboxFilter(deps)))
  },
  component: InboxPage,
})
