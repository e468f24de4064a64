import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Page } from '#dashboard/components/page.tsx'
import { Numbers } from './numbers.tsx'
import { type OverviewSearch, readOverviewSearch } from './overview-search.ts'
import { RangeBar } from './range-bar.tsx'

const route = getRouteApi('/_app/overview')
const MOST_AGENTS = 100 // agents offered in the filter

export function OverviewPage() {
  const search = readOverviewSearch(route.useSearch())
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const agents = useQuery(
    api.listAgents.queryOptions({ params: { organization: organization.id }, query: { per_page: MOST_AGENTS } }),
  )
  const change = (changed: OverviewSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false })
  return (
    <Page
      title="Overview"
      description={`What happened at ${organization.name}, and what became of it.`}
      actions={<RangeBar search={search} onChange={change} agents={agents.data?.data} />}
    >
      <Numbers owner={{ organization: organization.id }} search={search} onChange={change} agents={agents.data?.data} />
    </Page>
  )
}
