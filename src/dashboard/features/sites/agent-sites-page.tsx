import { getRouteApi } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { AddSiteSkeleton } from './add-site-skeleton.tsx'
import { SiteTable } from './site-table.tsx'
import { useSites } from './use-sites.ts'

const route = getRouteApi('/_app/agents/$agentId/knowledge/websites/')
const AddSiteForm = late(() => import('./add-site-form.tsx'), 'AddSiteForm', <AddSiteSkeleton />)

export function AgentSitesPage() {
  const { agentId } = route.useParams()
  const { may } = usePermissions()
  const agent = api.getAgent.useQuery({ params: { agent: agentId } })
  const all = useSites()
  const sites = all.data?.filter(({ agent_id }) => agent_id === agentId)
  const retry = () => void all.refetch()
  if (all.error && !sites) return <ErrorState error={all.error} onRetry={retry} />
  return (
    <>
      <p className="text-pretty text-muted">
        Websites whose pages {agent.data?.name ?? 'this agent'} answers from. Each crawl of one makes a plan of what has
        changed. It is learnt once you have looked through it, or by itself where the website’s settings say so.
      </p>
      {all.error && <ErrorNotice error={all.error} onRetry={retry} />}
      {may('createSite') && !agent.data?.is_disabled && (
        <Card
          title="Add a website"
          description="Its pages are found first. Nothing is learnt until you have looked through them."
        >
          <AddSiteForm agentId={agentId} />
        </Card>
      )}
      <SiteTable sites={sites} />
    </>
  )
}
