import { api } from '#dashboard/api/api.ts'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Plan, Site } from './site-search.ts'

export function FailedPages({ site, plan }: { site: Site; plan: Plan }) {
  const params = { site: site.id, plan: plan.id }
  const pages = api.listPlanPages.useQuery({ params })
  if (!pages.data) return <NotLoaded query={pages} placeholder={<Skeleton className="h-20 w-full" />} />
  const failed = pages.data.filter(({ state }) => state === 'failed')
  return (
    <section aria-label="Pages that failed">
      <h3 className="font-medium">Not learnt</h3>
      <ul className="mt-1 flex max-h-80 flex-col gap-2 overflow-y-auto text-sm">
        {failed.map(({ id, url, problem }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer" className="block truncate font-mono hover:underline">
              {url}
            </a>
            <span className="text-pretty text-danger">{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
