import { type Scope, scopes } from '#contract/scopes.ts'

export const allScopes = Object.keys(scopes) as Scope[]

interface ScopePreset {
  id: string
  label: string
  /** What an API key with these scopes can be used for. */
  description: string
  scopes: readonly Scope[]
}

export const scopePresets: readonly ScopePreset[] = [
  {
    id: 'read',
    label: 'Read only',
    description: 'Looks at everything, changes nothing',
    scopes: allScopes.filter((scope) => scope.endsWith(':read')),
  },
  {
    id: 'inbox',
    label: 'Inbox',
    description: 'Reads conversations and answers in them',
    scopes: ['agent:read', 'conversation:read', 'conversation:edit'],
  },
  { id: 'everything', label: 'Everything', description: 'All the API can do', scopes: allScopes },
]

/** The preset that consists of exactly these scopes, if any. */
export function presetOf(chosen: readonly Scope[]): ScopePreset | undefined {
  return scopePresets.find(
    (preset) => preset.scopes.length === chosen.length && preset.scopes.every((scope) => chosen.includes(scope)),
  )
}

interface ScopeGroup {
  label: string
  scopes: readonly { scope: Scope; action: string; grants: string }[]
}

const groupLabels: Record<string, string> = { agent: 'Agents', source: 'Sources', conversation: 'Conversations' }

/** The scopes grouped by resource, in the order of `scopes` in the contract, each with what it grants. */
export const scopeGroups: readonly ScopeGroup[] = [...Map.groupBy(allScopes, (scope) => scope.split(':')[0] ?? '')].map(
  ([about, members]) => ({
    label: groupLabels[about] ?? about,
    scopes: members.map((scope) => ({ scope, action: scope.split(':')[1] ?? '', grants: scopes[scope] })),
  }),
)

/** The first day on which an API key can expire, as `YYYY-MM-DD`: tomorrow in UTC, as the server counts days in UTC. */
export function firstExpiry(now: number): string {
  return dayAfter(now, 1)
}

/** The date `days` days after `now` (milliseconds since 1970), as `YYYY-MM-DD` in UTC. */
export function dayAfter(now: number, days: number): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10)
}
