import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useRecentCrawls } from './crawl-memory.ts'
import { RecentCrawls } from './recent-crawls.tsx'

const route = getRouteApi('/_app/crawls/')
const StartCrawlForm = lazy(async () => ({ default: (await import('./start-crawl-form.tsx')).StartCrawlForm }))

/** Where a website's pages begin their way to becoming sources. */
export function CrawlsPage() {
  const { agent } = route.useSearch()
  const organization = useOrganization()
  const recent = useRecentCrawls(organization.id)
  return (
    <Page title="Crawls" description="Find a website’s pages, choose among them, and make them sources of an agent.">
      <Card title="Which website?" description="Its pages are discovered first. Nothing is used until you choose it.">
        <Suspense fallback={<Skeleton className="h-8 w-full" />}>
          <StartCrawlForm agentId={agent} />
        </Suspense>
      </Card>
      {recent.length > 0 && <RecentCrawls crawls={recent} agentId={agent} />}
    </Page>
  )
}
