import { createFileRoute } from '@tanstack/react-router'
import { readCrawlSearch } from '#dashboard/features/crawls/crawl-search.ts'
import { CrawlsPage } from '#dashboard/features/crawls/crawls-page.tsx'

export const Route = createFileRoute('/_app/crawls/')({
  validateSearch: (search) => {
    const { agent } = readCrawlSearch(search)
    return agent ? { agent } : {}
  },
  component: CrawlsPage,
})
