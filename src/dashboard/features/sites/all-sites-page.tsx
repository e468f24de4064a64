import { getRouteApi, Link } from '@tanstack/react-router'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { AddSiteSkeleton } from './add-site-skeleton.tsx'
import { CrawlTable } from './crawl-table.tsx'
import { SiteTable } from './site-table.tsx'
import { useCrawls } from './use-crawls.ts'
import { useSites } from './use-sites.ts'

const route = getRouteApi('/_app/crawls/')
const StartCrawlForm = late(() => import('./add-site-form.tsx'), 'StartCrawlForm', <AddSiteSkeleton />)

/** The websites that agents are kept up to date with, and every crawl that a member or a program has started. */
export function AllSitesPage() {
  const { page } = route.useSearch()
  const sites = useSites()
  const crawls = useCrawls(page)
  const { data: agents, ...list } = useAgents()
  const names = new Map(agents?.map(({ id, name }) => [id, name]))
  const error = sites.error ?? list.error
  const retry = () => void Promise.all([sites.refetch(), list.refetch()])
  return (
    <Page title="Websites" description="Agents learn the pages of websites, once or whenever they change.">
      {error && !(sites.data && agents) ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <>
          {error && <ErrorNotice error={error} onRetry={retry} />}
          <Card title="Find the pages of a website" description="Nothing is learnt until you have looked through them.">
            {!agents ? (
              <AddSiteSkeleton />
            ) : agents.length === 0 ? (
              <Link to="/agents" search={{ new: true }} className={buttonVariants({ variant: 'primary' })}>
                Create an agent first
              </Link>
            ) : (
              <StartCrawlForm />
            )}
          </Card>
          <section aria-labelledby="kept" className="flex flex-col gap-2">
            <h2 id="kept" className="font-semibold">
              Kept up to date
            </h2>
            <SiteTable sites={sites.data} agents={names} />
          </section>
        </>
      )}
      <section aria-labelledby="crawls" className="flex flex-col gap-2">
        <div>
          <h2 id="crawls" className="font-semibold">
            Crawls
          </h2>
          <p className="text-muted">Of the last 90 days, also those that programs have started.</p>
        </div>
        <CrawlList crawls={crawls} />
      </section>
    </Page>
  )
}

function CrawlList({ crawls }: { crawls: ReturnType<typeof useCrawls> }) {
  const navigate = route.useNavigate()
  const goTo = (page: number | undefined) => void navigate({ search: { page } })
  const { data, error, isPlaceholderData, refetch } = crawls
  if (data && isPastTheEnd(data)) return <PastTheEnd meta={data.meta} noun="crawls" onFirst={() => goTo(undefined)} />
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.meta.total === 0 ? (
        <p className="py-6 text-center text-muted">No crawls yet.</p>
      ) : (
        (data || !error) && <CrawlTable crawls={data?.data} stale={isPlaceholderData} />
      )}
      {data && <Pagination meta={data.meta} noun="crawls" onPage={goTo} />}
    </>
  )
}
