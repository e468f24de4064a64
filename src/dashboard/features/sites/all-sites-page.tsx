import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Data } from '#contract/index.ts'
import { call } from '#dashboard/api/client.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { AddSiteSkeleton } from './add-site-skeleton.tsx'
import { SiteTable } from './site-table.tsx'
import { useSites } from './use-sites.ts'

const AddSiteForm = late(() => import('./add-site-form.tsx'), 'AddSiteForm', <AddSiteSkeleton choosesAgent />)
const AGENTS_PER_PAGE = 100 // the most that the API returns at once

export function AllSitesPage() {
  const sites = useSites()
  const { data: agents, ...list } = useAgents()
  const names = new Map(agents?.map(({ id, name }) => [id, name]))
  const error = sites.error ?? list.error
  const retry = () => void Promise.all([sites.refetch(), list.refetch()])
  return (
    <Page title="Websites" description="Agents learn the pages of these websites, and are kept true to them.">
      {error && !(sites.data && agents) ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <>
          {error && <ErrorNotice error={error} onRetry={retry} />}
          <Card
            title="Add a website"
            description="Its pages are found first. Nothing is learnt until you have looked through them."
          >
            {!agents ? (
              <AddSiteSkeleton choosesAgent />
            ) : agents.length === 0 ? (
              <Link to="/agents" search={{ new: true }} className={buttonVariants({ variant: 'primary' })}>
                Create an agent first
              </Link>
            ) : (
              <AddSiteForm agents={agents} />
            )}
          </Card>
          <SiteTable sites={sites.data} agents={names} />
        </>
      )}
    </Page>
  )
}

/** Query for all agents of the organization, from as many pages of the list as there are. */
function useAgents() {
  const params = { organization: useOrganization().id }
  return useQuery({
    queryKey: ['listAgents', params, 'all'],
    async queryFn({ signal }) {
      const agents: Data<'listAgents'> = []
      for (let page = 1, last = 1; page <= last; page += 1) {
        const query = { per_page: AGENTS_PER_PAGE, page }
        const { data, meta } = await call('listAgents', { params, query }, { signal })
        agents.push(...data)
        last = meta.last_page
      }
      return agents
    },
  })
}
