import { isAtLeast, type Role, roles } from '#contract/roles.ts'

export const roleNames: Record<Role, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Everything, API keys and the plan among it.' },
  admin: { label: 'Admin', text: 'Agents, sources, webhooks and members.' },
  responder: { label: 'Responder', text: 'Reads and answers conversations.' },
}

/** The roles that a member with the role `own` may give to others, the highest first. */
export const rolesUpTo = (own: Role): Role[] => roles.filter((role) => isAtLeast(own, role)).toReversed()
