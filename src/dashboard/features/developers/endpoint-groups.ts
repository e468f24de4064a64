import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'

const labels: Record<string, string> = {
  'ai-models': 'AI models',
  agents: 'Agents',
  sources: 'Sources',
  'training-jobs': 'Sources',
  crawls: 'Crawls',
  conversations: 'Conversations',
  'webhook-endpoints': 'Webhooks',
}

/** Label for a path's resource: the second in it if that has a label (`/agents/{agent}/sources/…`), else the first. */
function labelOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((segment) => segment && !segment.startsWith('{'))
  return labels[second] ?? labels[first] ?? first
}

/** The public endpoints grouped by resource, in the contract's order: each group's label and its endpoints' names. */
export const endpointGroups = Map.groupBy(Object.keys(publicRoutes) as PublicRouteName[], (name) =>
  labelOf(publicRoutes[name].path),
)
