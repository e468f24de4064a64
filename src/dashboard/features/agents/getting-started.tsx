import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { interventionMode } from './agent-badges.tsx'
import { useAgentActivity, useSourceCounts } from './agent-stats.tsx'

interface Step {
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

/** A card with the remaining steps of setting up an agent; nothing once all are done. */
export function GettingStarted({ agentId, steps }: { agentId: string; steps: readonly Step[] }) {
  const reachable = useExistingRoutes(steps, { agentId })
  const done = reachable.filter((step) => step.done).length
  return (
    <section aria-labelledby="getting-started" className="h-fit rounded-lg border border-line bg-surface">
      <header className="flex h-12 items-center justify-between border-line border-b px-4">
        <h2 id="getting-started" className="font-semibold">
          Getting started
        </h2>
        <span className="text-muted text-sm tabular-nums">
          {done} of {reachable.length}
        </span>
      </header>
      <ol className="divide-y divide-line">
        {reachable.map((step) => (
          <li key={step.id} className="relative flex gap-3 px-4 py-3 hover:bg-hover">
            <span
              aria-hidden
              className={cn(
                'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border',
                step.done ? 'border-success bg-success text-surface' : 'border-muted',
              )}
            >
              {step.done && <Check strokeWidth={3} className="size-3" />}
            </span>
            <div className="min-w-0">
              <Link
                {...step.link}
                {...(step.target && { hash: step.target })}
                onClick={(event) => {
                  const here = step.target && document.getElementById(step.target)
                  if (!here) return
                  event.preventDefault() // the target is on this page, so focus it instead
                  here.focus()
                }}
                className={cn('font-medium after:absolute after:inset-0', step.done && 'text-muted')}
              >
                {step.title}
                {step.done && <span className="sr-only"> (done)</span>}
              </Link>
              {!step.done && <p className="text-muted text-sm">{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
