import { type Scope, scopeNames } from '#contract/scopes.ts'

interface ScopePreset {
  id: string
  label: string
  description: string
  scopes: readonly Scope[]
}

export const scopePresets: readonly ScopePreset[] = [
  {
    id: 'read',
    label: 'Read only',
    description: 'Looks at everything, changes nothing',
    scopes: scopeNames.filter((scope) => scope.endsWith(':read')),
  },
  {
    id: 'inbox',
    label: 'Inbox',
    description: 'Reads conversations and answers in them',
    scopes: ['agent:read', 'conversation:read', 'conversation:edit'],
  },
  { id: 'everything', label: 'Everything', description: 'All the API can do', scopes: scopeNames },
]

/** The preset that consists of exactly these scopes, if any. */
export function presetOf(chosen: readonly Scope[]): ScopePreset | undefined {
  return scopePresets.find(
    (preset) => preset.scopes.length === chosen.length && preset.scopes.every((scope) => chosen.includes(scope)),
  )
}

const groupLabels: Record<string, string> = { agent: 'Agents', source: 'Sources', conversation: 'Conversations' }

/** The scopes grouped by resource, in the contract's order. */
export const scopeGroups = [...Map.groupBy(scopeNames, (scope) => scope.split(':')[0] ?? '')].map(
  ([resource, scopes]) => ({ label: groupLabels[resource] ?? resource, scopes }),
)

/** The date `days` days after `now` (milliseconds since 1970), as `YYYY-MM-DD` in UTC. */
export function dayAfter(now: number, days: number): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10)
}
