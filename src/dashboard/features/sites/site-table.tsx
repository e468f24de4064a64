import { Link } from '@tanstack/react-router'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { stateOf } from './plan-words.ts'
import type { Site } from './site-search.ts'

interface SiteTableProps {
  sites: readonly Site[] | undefined
  /** Names of the agents by id, shown for each website; undefined if all websites are of one agent. */
  agents?: ReadonlyMap<string, string>
}

/** A table of websites with the state of their latest plan; a sentence instead if there are none. */
export function SiteTable({ sites, agents }: SiteTableProps) {
  if (sites?.length === 0) return <p className="py-10 text-center text-muted">No websites yet.</p>
  const columns: readonly Column<Site>[] = [
    {
      id: 'url',
      header: 'Website',
      className: 'w-full max-w-0',
      cell: (site) => (
        <>
          <Link
            to="/agents/$agentId/knowledge/websites/$siteId"
            params={{ agentId: site.agent_id, siteId: site.id }}
            className={rowLinkClass}
          >
            <span className="block truncate">{site.url}</span>
          </Link>
          {agents && <span className="block truncate text-muted text-sm">{agents.get(site.agent_id)}</span>}
          <span className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm sm:hidden">
            <SiteState site={site} />
            {counted(site.sources, 'page')}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: (site) => <SiteState site={site} />,
    },
    {
      id: 'pages',
      header: 'Learnt',
      from: 'sm',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ sources }) => counted(sources, 'page'),
    },
    {
      id: 'next',
      header: 'Next crawl',
      from: 'md',
      className: 'whitespace-nowrap text-muted',
      cell: ({ next_at }) => (next_at ? <RelativeTime value={next_at} className="relative" /> : 'When you ask'),
    },
  ]
  return <DataTable label="Websites" columns={columns} rows={sites} rowKey={({ id }) => id} linked />
}

export function SiteState({ site }: { site: Site }) {
  const { label, tone } = stateOf(site)
  return <Badge tone={tone}>{label}</Badge>
}
