import { createFileRoute } from '@tanstack/react-router'
import { InboxPage, prepareInbox } from '#dashboard/features/inbox/inbox-page.tsx'
import { filtersOf, readInboxSearch, viewOf } from '#dashboard/features/inbox/inbox-search.ts'
import { linesQuery } from '#dashboard/features/inbox/list/lines-query.ts'
import { sortOf } from '#dashboard/features/inbox/list/sort.ts'

export const Route = createFileRoute('/_app/inbox')({
  validateSearch: readInboxSearch,
  loaderDeps: ({ search }) => ({ view: viewOf(search), ...filtersOf(search) }),
  // Do not wait for the list: it shows a skeleton while the chosen conversation loads beside it.
  loader: ({ context, deps }) => {
    const filter = { ...deps, sort: sortOf(deps.view) }
    void context.queryClient.prefetchQuery(linesQuery(filter))
    // Waits for the code of the inbox's parts: rendering before it has arrived would render most of them twice.
    return prepareInbox()
  },
  component: InboxPage,
})
