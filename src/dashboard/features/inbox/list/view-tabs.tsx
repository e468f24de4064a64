import { Link } from '@tanstack/react-router'
import { type InboxView, inboxViews } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { filtersOf, type InboxSearch, viewOf, withoutDetails } from '../inbox-search.ts'

const labels: Record<InboxView, string> = {
  mine: 'Mine',
  for_me: 'For me',
  unassigned: 'Unassigned',
  open: 'With people',
  ai: 'AI',
  snoozed: 'Snoozed',
  closed: 'Closed',
}

/** Tabs for the views of the inbox, each with its number of conversations. */
export function ViewTabs({ search }: { search: InboxSearch }) {
  const { agent, ...others } = filtersOf(search)
  // A search goes through all views, so none is current; each tab leads out of the search.
  const isSearch = search.q !== undefined
  const current = isSearch ? undefined : viewOf(search)
  const summary = api.getInboxSummary.useQuery({
    query: { agent },
    refetchInterval: pollWhile(() => true, { ms: 10_000, max: 60_000, live: 60_000 }),
  })
  return (
    <nav
      aria-label="Views"
      className="grid grid-cols-[repeat(3,auto)] justify-between border-line border-b px-1.5 pb-2 text-sm"
    >
      {inboxViews.map((view) => {
        const count = summary.data?.[view]
        return (
          <Link
            key={view}
            to="."
            search={(before: InboxSearch) => ({
              ...withoutDetails(before),
              view: view === 'open' ? undefined : view,
              q: undefined,
              only: undefined,
            })}
            activeOptions={{ explicitUndefined: true }}
            aria-current={view === current ? 'page' : undefined}
            className="flex h-control-sm min-w-0 items-center gap-1 rounded px-1 font-medium text-muted transition-colors duration-100 hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
          >
            <span className="truncate">{labels[view]}</span>
            {/* The server counts by agent only, so the counts are hidden while other filters are set. */}
            {count !== undefined && !Object.values(others).some(Boolean) && (
              <span
                className={cn(
                  'font-normal text-xs tabular-nums',
                  view === 'unassigned' && count > 0 ? 'font-semibold text-human' : 'text-muted',
                )}
              >
                {shortCount(count)}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
