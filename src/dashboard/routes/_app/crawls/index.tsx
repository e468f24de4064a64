import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { CrawlsPage } from '#dashboard/features/crawls/crawls-page.tsx'
import { someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/crawls/')({
  validateSearch: (search): { agent?: string | undefined; url?: string | undefined } => ({
    agent: someText(search.agent),
    url: someText(search.url),
  }),
  beforeLoad: () => requireRoleFor('startCrawl'),
  component: CrawlsPage,
})
