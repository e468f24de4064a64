import { Link } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { withoutScheme } from '#dashboard/lib/without-scheme.ts'
import type { NamedAgent } from './overview-search.ts'

type Site = Data<'listSites'>[number]

interface SitesToReviewProps {
  /** Id of the agent whose websites are listed; undefined for those of all agents. */
  agentId: string | undefined
  /** The organization's agents. If there are several, each website is shown with the name of its agent. */
  agents?: readonly NamedAgent[] | undefined
}

/** Lists the websites whose latest plan has to be reviewed by a person or has failed; nothing if there are none. */
export function SitesToReview({ agentId, agents = [] }: SitesToReviewProps) {
  const sites = api.listSites.useQuery()
  const waiting = sites.data?.flatMap((site) => {
    const words = agentId === undefined || site.agent_id === agentId ? waitingWords(site) : undefined
    return words ? [{ site, words }] : []
  })
  if (!waiting?.length) return null
  return (
    <section aria-label="Websites to review" className="rounded-lg border border-line bg-surface">
      <ul className="divide-y divide-line">
        {waiting.map(({ site: { id, agent_id, url }, words }) => (
          <li key={id} className="relative flex items-start gap-2.5 px-4 py-2.5 hover:bg-hover">
            <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <Link
              to="/agents/$agentId/knowledge/websites/$siteId"
              params={{ agentId: agent_id, siteId: id }}
              className="flex min-w-0 flex-1 flex-wrap gap-x-3 after:absolute after:inset-0 after:rounded-lg"
            >
              <span className="min-w-0 truncate font-medium">{withoutScheme(url)}</span>{' '}
              {agents.length > 1 && (
                <span dir="auto" className="min-w-0 truncate text-muted">
                  {agents.find(({ id }) => id === agent_id)?.name}
                </span>
              )}{' '}
              <span className="text-ink-soft">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function waitingWords({ plan }: Site): string | undefined {
  if (plan?.status === 'failed') return 'could not be read'
  if (plan?.status !== 'ready') return undefined
  const { added, changed, gone } = plan.counts
  const changes = added + changed + gone
  return changes > 0 ? `${counted(changes, 'change')} to review` : 'could not be read whole'
}
