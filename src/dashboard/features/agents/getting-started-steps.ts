import { useQuery } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { interventionMode } from './agent-badges.tsx'
import { useAgentActivity, useSourceCounts } from './agent-stats.tsx'

export interface Step {
  id: string
  title: string
  text: string
  path: string
  /** What is done there: somebody who may not is not told to. */
  needs: RouteName
  /** Id of what has the focus there. */
  target?: string
  done: boolean
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
      title: 'Give it something to know',
      text: trained < total ? 'It is learning what you added.' : 'Texts, questions, pages or files it may answer from.',
      path: '/agents/$agentId/sources',
      needs: 'createSource',
      done: trained > 0,
    },
    {
      id: 'try',
      title: 'Ask it something',
      text: 'Use the playground on this page.',
      path: '/agents/$agentId',
      needs: 'askPlayground',
      target: 'playground-message',
      done: isTried || (open + closed > 0 && last_reply_at !== null),
    },
    {
      id: 'mode',
      title: 'Say when people step in',
      text: 'Let it hand over when it has no answer.',
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
  title: 'Put it on your site',
  text: 'One line of HTML, or a link to share.',
  path: '/agents/$agentId/website',
  needs: 'updateAgentSettings',
  done,
})
