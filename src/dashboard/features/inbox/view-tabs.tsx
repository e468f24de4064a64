import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { tabClass } from '#dashboard/ui/tab-class.ts'
import { type InboxSearch, type InboxView, viewOf, views } from './inbox-search.ts'

const labels: Record<InboxView, string> = { needs_person: 'Needs a person', open: 'Open', ai: 'AI', closed: 'Closed' }

/** The views, each with how much is in it. */
export function ViewTabs({ search }: { search: InboxSearch }) {
  const { agent, origin } = search
  const current = viewOf(search)
  const organization = useOrganization()
  const summary = useQuery({
    ...api.getInboxSummary.queryOptions({ params: { organization: organization.id }, query: { agent } }),
    refetchInterval: pollWhile(() => true, { ms: 10_000, max: 60_000, live: 60_000 }),
  })
  return (
    <nav aria-label="Views" className="flex gap-2 overflow-x-auto border-line border-b px-3 [scrollbar-width:none]">
      {views.map((view) => {
        const count = summary.data?.[view]
        return (
          <Link
            key={view}
            to="."
            search={({ details: _, ...before }: InboxSearch) => ({
              ...before,
              view: view === 'open' ? undefined : view,
            })}
            activeOptions={{ explicitUndefined: true }}
            aria-current={view === current ? 'page' : undefined}
            data-state={view === current ? 'active' : 'inactive'}
            // Where the counts leave too little room, the longest word gives way.
            className={cn(tabClass, 'gap-1 text-sm', view === 'needs_person' ? 'min-w-12' : 'shrink-0')}
          >
            <span className="truncate">{labels[view]}</span>
            {/* The totals know no origins: with that filter they would mislead. */}
            {count !== undefined && !origin && (
              <span
                className={cn(
                  'font-normal text-xs tabular-nums',
                  view === 'needs_person' && count > 0 ? 'font-semibold text-human' : 'text-muted',
                )}
              >
                {compact.format(count)}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 2 })
