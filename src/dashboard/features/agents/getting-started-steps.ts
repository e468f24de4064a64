import { useQuery } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { interventionMode } from './agent-badges.tsx'
import { useAgentActivity, useSourceCounts } from './agent-stats.tsx'

export interface Step {
  id: 'sources' | 'try' | 'mode' | 'site'
  path: string
  /** The operation of this step, which is left out for people whose role does not allow it. */
  needs: RouteName
  /** Id of what has the focus there. */
  target?: string
  done: boolean
  /** Whether the agent is learning what was added. */
  isLearning?: boolean
}

/** The steps from an empty agent to one that answers visitors; undefined until it is known which are done, and for whoever may not set it up. */
export function useGettingStarted(agentId: string, isTried: boolean): Step[] | undefined {
  const agent = useQuery(api.getAgent.queryOptions({ params: { agent: agentId } }))
  const { may, ownApi } = usePermissions()
  const sightings = useQuery({
    ...api.getWidgetSightings.queryOptions({ params: { agent: agentId } }),
    enabled: ownApi,
    staleTime: 0, // no event tells that a website has shown the chat
  })
  const { total, trained } = useSourceCounts(agentId)
  const summary = useAgentActivity(agentId)
  if (
    !may('updateAgent') ||
    !agent.data ||
    (!sightings.data && ownApi) ||
    total === undefined ||
    trained === undefined ||
    !summary.data
  )
    return undefined
  const { open, closed, last_reply_at } = summary.data
  return [
    {
      id: 'sources',
      path: '/agents/$agentId/sources',
      needs: 'createSource',
      done: trained > 0,
      isLearning: trained < total,
    },
    {
      id: 'try',
      path: '/agents/$agentId/playground',
      needs: 'askPlayground',
      target: 'playground-message',
      done: isTried || (open + closed > 0 && last_reply_at !== null),
    },
    {
      id: 'mode',
      path: '/agents/$agentId/settings',
      needs: 'updateAgent',
      target: 'who-answers',
      done: interventionMode(agent.data) !== 'ai',
    },
    ...(sightings.data ? [onSite(sightings.data.seen.length > 0 || open + closed > 0)] : []),
  ]
}

/** The last step. A link to the chat's own page, or a chat of one's own against the API, is as good as a website. */
const onSite = (done: boolean): Step => ({
  id: 'site',
  path: '/agents/$agentId/website',
  needs: 'updateAgentSettings',
  done,
})
