import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { CrawlPage } from '#dashboard/features/sites/crawl-page.tsx'
import { someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/crawls/$taskId')({
  validateSearch: (search): { agent?: string | undefined; find?: unknown } => ({
    agent: someText(search.agent),
    find: someText(search.find),
  }),
  beforeLoad: () => requireRoleFor('startCrawl'),
  component: CrawlPage,
})
