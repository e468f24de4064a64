import { Link, Outlet } from '@tanstack/react-router'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'

const places = [
  { path: '/agents/$agentId/knowledge/sources', label: 'Sources' },
  { path: '/agents/$agentId/knowledge/websites', label: 'Websites' },
  { path: '/agents/$agentId/knowledge/gaps', label: 'Gaps' },
  { path: '/agents/$agentId/knowledge/checks', label: 'Checks' },
] as const

/** What an agent knows: where it comes from, what is missing, and what is checked. */
export function KnowledgeLayout({ agentId }: { agentId: string }) {
  const shown = useExistingRoutes(places, { agentId })
  return (
    <>
      <nav aria-label="Knowledge" className="-mt-1 flex gap-1 max-sm:-mx-1 max-sm:justify-between">
        {shown.map(({ path, label, link }) => (
          <Link
            key={path}
            {...link}
            activeOptions={{ includeSearch: false }}
            className="flex h-8 items-center rounded px-3 font-medium text-muted hover:bg-hover hover:text-ink max-sm:h-10 data-[status=active]:bg-sunken data-[status=active]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
