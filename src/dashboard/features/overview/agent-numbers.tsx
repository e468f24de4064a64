import { getRouteApi } from '@tanstack/react-router'
import { Numbers } from './numbers.tsx'
import { type OverviewSearch, readOverviewSearch } from './overview-search.ts'
import { RangeBar } from './range-bar.tsx'

const route = getRouteApi('/_app/agents/$agentId/')

export function AgentNumbers({ agentId }: { agentId: string }) {
  const search = readOverviewSearch(route.useSearch())
  const navigate = route.useNavigate()
  const change = (changed: OverviewSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false })
  return (
    <section aria-labelledby="what-happened" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="what-happened" className="font-semibold text-lg">
          What happened
        </h2>
        <RangeBar search={search} onChange={change} />
      </header>
      <Numbers owner={{ agent: agentId }} search={search} onChange={change} />
    </section>
  )
}
