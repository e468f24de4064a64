import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type InboxView, inboxViews } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { type InboxSearch, viewOf } from '../inbox-search.ts'

const labels: Record<InboxView, string> = {
  needs_person: 'Needs a person',
  with_people: 'With people',
  open: 'Open',
  ai: 'AI',
  closed: 'Closed',
}

/**
 * Grid columns of each tab, out of six: two tabs with room for a four-digit count, and three smaller ones below, so
 * that changing counts do not move them.
 */
const spans: Record<InboxView, string> = {
  needs_person: 'col-span-3',
  with_people: 'col-span-3',
  open: 'col-span-2',
  ai: 'col-span-2',
  closed: 'col-span-2',
}

/** Tabs for the views of the inbox, each with its number of conversations. */
export function ViewTabs({ search }: { search: InboxSearch }) {
  const { agent, origin } = search
  const current = viewOf(search)
  const organization = useOrganization()
  const summary = useQuery({
    ...api.getInboxSummary.queryOptions({ params: { organization: organization.id }, query: { agent } }),
    refetchInterval: pollWhile(() => true, { ms: 10_000, max: 60_000, live: 60_000 }),
  })
  return (
    <nav aria-label="Views" className="grid grid-cols-6 gap-0.5 border-line border-b px-2 pb-2 text-sm">
      {inboxViews.map((view) => {
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
            className={cn(
              'flex h-control-sm min-w-0 items-center gap-1 rounded px-1.5 font-medium text-muted transition-colors duration-100 hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink',
              spans[view],
            )}
          >
            <span className="truncate">{labels[view]}</span>
            {/* The counts can't be filtered by origin, so they are hidden with that filter. */}
            {count !== undefined && !origin && (
              <span
                className={cn(
                  'font-normal text-xs tabular-nums',
                  view === 'needs_person' && count > 0 ? 'font-semibold text-human' : 'text-muted',
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
