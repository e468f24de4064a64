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

/** Groups the public endpoints by resource, in the contract's order. */
export function endpointGroups(): [label: string, names: PublicRouteName[]][] {
  const groups = new Map<string, PublicRouteName[]>()
  for (const name of Object.keys(publicRoutes) as PublicRouteName[]) {
    const label = labelOf(publicRoutes[name].path)
    groups.set(label, [...(groups.get(label) ?? []), name])
  }
  return [...groups]
}

/** Label for a path's resource: the second in it if that has a label (`/agents/{agent}/sources/…`), else the first. */
function labelOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((segment) => segment && !segment.startsWith('{'))
  return labels[second] ?? labels[first] ?? first
}
