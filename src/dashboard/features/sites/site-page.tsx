import { getRouteApi, Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { isUnderWay } from './plan-words.ts'
import { readSiteSearch, type SiteSearch } from './site-search.ts'
import { SiteState } from './site-table.tsx'

const route = getRouteApi('/_app/agents/$agentId/knowledge/websites/$siteId')
const PACE = { ms: 1_000, max: 6_000, live: 2_500 }
const PlanCard = late(() => import('./plan-card.tsx'), 'PlanCard', <Skeleton className="h-40 w-full rounded-lg" />)
const LeftOutOfPlan = late(() => import('./left-out.tsx'), 'LeftOutOfPlan')
const SiteSettings = late(
  () => import('./site-settings.tsx'),
  'SiteSettings',
  <Skeleton className="h-80 w-full rounded-lg" />,
)

/** A website's latest plan, from the crawl until it is applied, and how the website is kept up to date. */
export function SitePage() {
  const { agentId, siteId } = route.useParams()
  const search = readSiteSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { may } = usePermissions()
  const params = { site: siteId }
  const [isForgetting, setForgetting] = useState(false)
  const agent = api.getAgent.useQuery({ params: { agent: agentId } })
  const site = api.getSite.useQuery({
    params,
    refetchInterval: pollWhile(({ state }) => !state.error && isUnderWay(state.data?.plan), PACE),
  })
  const crawl = api.createPlan.useMutation()
  const forget = api.deleteSite.useMutation({
    onSuccess: () => {
      toast.success('The website is forgotten')
      // The blocker would ask about unsaved changes of the settings, which are gone with the website.
      void navigate({ to: '/agents/$agentId/knowledge/websites', params: { agentId }, ignoreBlocker: true })
    },
  })
  const change = (changed: SiteSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false, replace: 'find' in changed })
  if (!site.data)
    return site.error ? (
      <ErrorState
        error={site.error}
        onRetry={() => void site.refetch()}
        action={
          <Link to="/agents/$agentId/knowledge/websites" params={{ agentId }} className={buttonVariants()}>
            All websites
          </Link>
        }
      />
    ) : (
      <Skeleton className="h-96 w-full rounded-lg" />
    )
  const { url, plan, problem } = site.data
  const isDisabled = agent.data?.is_disabled ?? false
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <Link
            to="/agents/$agentId/knowledge/websites"
            params={{ agentId }}
            className="text-muted text-sm hover:text-ink max-sm:-my-2.5 max-sm:inline-block max-sm:py-2.5"
          >
            Websites
          </Link>
          <h2 className="flex min-w-0 items-center gap-2 font-semibold text-lg">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex min-w-0 items-center gap-1.5 hover:underline"
            >
              <span className="truncate">{url}</span>
              <ExternalLink aria-hidden className="size-3.5 shrink-0 text-muted" />
            </a>
            <SiteState site={site.data} />
          </h2>
        </div>
        {may('createPlan') && (
          <div className="flex gap-2 max-sm:w-full">
            <Button
              className="max-sm:flex-1"
              pending={crawl.isPending}
              disabled={isUnderWay(plan) || isDisabled}
              onClick={() => crawl.mutate({ params })}
            >
              Crawl now
            </Button>
            <Button variant="ghost" onClick={() => setForgetting(true)}>
              Forget
            </Button>
          </div>
        )}
      </div>
      {isDisabled && (
        <p className="rounded border border-warning-line bg-warning-soft px-3 py-2">
          <span className="font-medium text-warning">This agent is disabled.</span>{' '}
          <span className="text-ink-soft">Its websites are not crawled, and plans wait until it is enabled.</span>
        </p>
      )}
      {site.error && <ErrorNotice error={site.error} onRetry={() => void site.refetch()} />}
      {crawl.error && <ErrorNotice error={crawl.error} act="The crawl was not started" />}
      {problem && (
        <p role="note" className="rounded border border-warning-line bg-warning-soft px-3 py-2">
          <span className="font-medium text-warning">The crawl after this one failed.</span>{' '}
          <span className="text-ink-soft">{problem}</span>
        </p>
      )}
      {plan && (
        <PlanCard
          key={plan.id}
          site={site.data}
          plan={plan}
          agentName={agent.data?.name ?? 'The agent'}
          search={search}
          onChange={change}
        />
      )}
      {(plan?.status === 'ready' || plan?.status === 'applied') && (
        <LeftOutOfPlan key={`left out ${plan.id}`} site={site.data} plan={plan} />
      )}
      {may('updateSite') && <SiteSettings site={site.data} />}
      <UnsavedGuard />
      <ConfirmDialog
        open={isForgetting}
        onOpenChange={setForgetting}
        title="Forget this website?"
        description="It is no longer crawled, and its plans are deleted. The sources made from its pages stay."
        confirmLabel="Forget website"
        mutation={forget}
        onConfirm={() => forget.mutate({ params })}
      />
    </>
  )
}
