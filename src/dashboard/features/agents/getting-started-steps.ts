import { useQuery } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
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
  const organization = useOrganization()
  const agent = useQuery(api.getAgent.queryOptions({ params: { agent: agentId } }))
  const { may } = usePermissions()
  const keys = useQuery({
    ...api.listApiKeys.queryOptions({ params: { organization: organization.id } }),
    enabled: may('listApiKeys'),
  })
  const { total, trained } = useSourceCounts(agentId)
  const summary = useAgentActivity(agentId)
  if (
    !may('updateAgent') ||
    !agent.data ||
    (!keys.data && may('listApiKeys')) ||
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
    {
      id: 'key',
      title: 'Connect your site',
      text: 'Create an API key and call the public API.',
      path: '/settings/api-keys',
      needs: 'createApiKey',
      done: (keys.data?.length ?? 0) > 0,
    },
  ]
}
