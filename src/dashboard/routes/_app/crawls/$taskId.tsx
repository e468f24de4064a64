import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { CrawlPage } from '#dashboard/features/crawls/crawl-page.tsx'
import { readCrawlSearch } from '#dashboard/features/crawls/crawl-search.ts'

export const Route = createFileRoute('/_app/crawls/$taskId')({
  validateSearch: readCrawlSearch,
  beforeLoad: () => requireRoleFor('startCrawl'),
  loader: ({ context: { queryClient, organization }, params: { taskId } }) =>
    void queryClient.prefetchQuery(
      api.getFullCrawl.queryOptions({ params: { organization: organization.id, taskId } }),
    ),
  component: CrawlPage,
})
