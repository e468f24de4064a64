import { getRouteApi } from '@tanstack/react-router'
import { Card } from '#dashboard/components/card.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { RecentCrawls } from './recent-crawls.tsx'
import { StartCrawlSkeleton } from './start-crawl-skeleton.tsx'
import { StepList } from './step-list.tsx'

const route = getRouteApi('/_app/crawls/')
const StartCrawlForm = late(() => import('./start-crawl-form.tsx'), 'StartCrawlForm', <StartCrawlSkeleton />)

/** The screen on which a crawl of a website is started. */
export function CrawlsPage() {
  const { agent, url } = route.useSearch()
  return (
    <Page
      title="Crawls"
      description="Find a website’s pages, choose among them, and make them sources of an agent."
      tabs={<StepList current="Site" />}
    >
      <Card title="Which website?" description="Its pages are discovered first. Nothing is used until you choose it.">
        <StartCrawlForm agentId={agent} url={url} />
      </Card>
      <RecentCrawls agentId={agent} />
    </Page>
  )
}
