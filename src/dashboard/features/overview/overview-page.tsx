import { getRouteApi } from '@tanstack/react-router'
import { useOrganization } from '#dashboard/api/session.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { Page } from '#dashboard/components/page.tsx'
import { Numbers } from './numbers.tsx'
import { type OverviewSearch, readOverviewSearch } from './overview-search.ts'
import { RangeBar } from './range-bar.tsx'

const route = getRouteApi('/_app/overview')

export function OverviewPage() {
  const search = readOverviewSearch(route.useSearch())
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const agents = useAgents().data
  const change = (changed: OverviewSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false })
  return (
    <Page
      title="Overview"
      description={`What happened at ${organization.name}, and what became of it.`}
      actions={<RangeBar search={search} onChange={change} agents={agents} />}
    >
      <Numbers owner={{ organization: organization.id }} search={search} onChange={change} agents={agents} />
    </Page>
  )
}
