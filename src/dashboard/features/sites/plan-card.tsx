import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Card } from '#dashboard/components/card.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Progress } from '#dashboard/ui/progress.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { appliedText, asks, foundNothing } from './plan-words.ts'
import type { Plan, Site, SiteSearch } from './site-search.ts'

const PlanReview = late(
  () => import('./plan-review.tsx'),
  'PlanReview',
  <Skeleton className="h-96 w-full rounded-lg" />,
)
const FailedPages = late(() => import('./failed-pages.tsx'), 'FailedPages')

interface PlanCardProps {
  site: Site
  plan: Plan
  agentName: string
  search: SiteSearch
  onChange: (changed: SiteSearch) => void
}

/** A card with a site's latest plan: the progress of its crawl or of the learning, the review, or the outcome. */
export function PlanCard({ site, plan, agentName, search, onChange }: PlanCardProps) {
  const { done, total } = plan.progress
  switch (plan.status) {
    case 'crawling':
      return (
        <Card title="Looking for pages" description="This goes on by itself: you can leave and come back.">
          <Progress value={total > 0 ? (100 * done) / total : 0} label="Pages visited of those known so far" />
          <p className="mt-3 text-muted tabular-nums" aria-live="polite">
            {counted(done, 'page')} visited, {(total - done).toLocaleString()} more known
          </p>
        </Card>
      )
    case 'failed':
      return (
        <Card title="This website could not be read" description={plan.problem ?? undefined}>
          {site.url.startsWith('https:') && (
            <p className="text-muted">If it does not use https, forget it and begin its address with http://.</p>
          )}
        </Card>
      )
    case 'applying':
      return (
        <Card
          title={`${agentName} is learning`}
          description="This goes on by itself: you can leave and come back. Old text answers until the new is learnt."
        >
          <Progress value={total > 0 ? (100 * done) / total : 0} label="Pages learnt" />
          <p className="mt-3 text-muted tabular-nums" aria-live="polite">
            {done.toLocaleString()} of {counted(total, 'change')} done
            {plan.failed > 0 && `, ${plan.failed.toLocaleString()} failed`}
          </p>
        </Card>
      )
    case 'ready':
      return (
        <>
          <Doubts plan={plan} />
          <PlanReview site={site} plan={plan} agentName={agentName} search={search} onChange={onChange} />
        </>
      )
    case 'applied':
      if (foundNothing(site))
        return (
          <Card
            title={
              <span className="flex items-center gap-1.5">
                <TriangleAlert aria-hidden className="size-4 text-warning" />
                No page to learn was found
              </span>
            }
            description={
              <>
                Looked <RelativeTime value={plan.ended_at ?? plan.created_at} />. Pages are left out that have no text,
                ask to sign in, do not want to be found by search engines, or that the patterns below do not include.
              </>
            }
          />
        )
      return (
        <Card
          title={
            <span className="flex items-center gap-1.5">
              <Check aria-hidden className="size-4 text-success" />
              {total === 0 ? 'Nothing has changed' : `${agentName} has learnt it`}
            </span>
          }
          description={
            <>
              {appliedText(plan)}, as of <RelativeTime value={plan.ended_at ?? plan.created_at} />
            </>
          }
        >
          {plan.failed > 0 && <FailedPages site={site} plan={plan} />}
        </Card>
      )
  }
}

/** The reasons for which a plan has to be reviewed with care, and the checks that would fail with it. */
function Doubts({ plan }: { plan: Plan }) {
  const reasons = plan.asks.flatMap((ask) => asks[ask] ?? [])
  if (reasons.length === 0) return null
  return (
    <div role="note" className="rounded border border-warning-line bg-warning-soft px-3 py-2">
      {reasons.map((reason) => (
        <p key={reason} className="text-pretty text-ink-soft first:font-medium first:text-warning">
          {reason}
        </p>
      ))}
      {plan.broke.length > 0 && (
        <ul aria-label="Checks that would fail" className="mt-1 list-disc pl-5 text-ink-soft">
          {plan.broke.map(({ check_id, question }) => (
            <li key={check_id} dir="auto">
              {question}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
