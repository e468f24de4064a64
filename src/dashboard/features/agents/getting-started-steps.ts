import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { interventionMode } from './agent-badges.tsx'
import { useAgentActivity, useSourceTotals } from './agent-stats.tsx'

export interface Step {
  id: 'sources' | 'try' | 'mode' | 'site'
  path: string
  /** The operation that this step needs. The step is left out for people whose role does not allow it. */
  needs: RouteName
  /** Id of the element that gets the focus on the screen at `path`. */
  target?: string
  done: boolean
  isLearning?: boolean
  hasFailed?: boolean
}

/** Undefined until it is known which steps are done, and for people whose role does not allow setting the agent up. */
export function useGettingStarted(agentId: string, isTried: boolean): Step[] | undefined {
  const agent = api.getAgent.useQuery({ params: { agent: agentId } })
  const { may } = usePermissions()
  const sightings = api.getWidgetSightings.useQuery({
    params: { agent: agentId },
    staleTime: 0, // no event reports that the chat was shown on a website
  })
  const totals = useSourceTotals(agentId)
  const summary = useAgentActivity(agentId)
  if (!may('updateAgent') || !agent.data || !sightings.data || !totals.data || !summary.data) return undefined
  const { open, closed, last_reply_at } = summary.data
  const { completed, failed, pending, processing } = totals.data
  return [
    {
      id: 'sources',
      path: '/agents/$agentId/knowledge/sources',
      needs: 'createSource',
      done: completed > 0,
      isLearning: pending + processing > 0,
      hasFailed: failed > 0,
    },
    {
      id: 'try',
      path: '/agents/$agentId/playground',
      needs: 'askPlayground',
      done: isTried || (open + closed > 0 && last_reply_at !== null),
    },
    {
      id: 'mode',
      path: '/agents/$agentId/settings',
      needs: 'updateAgent',
      target: 'who-answers',
      done: interventionMode(agent.data) !== 'ai',
    },
    {
      id: 'site',
      path: '/agents/$agentId/widget',
      needs: 'updateAgentSettings',
      // a single conversation is enough, as visitors may come through the chat's own page or a program that uses the API
      done: sightings.data.seen.length > 0 || open + closed > 0,
    },
  ]
}
