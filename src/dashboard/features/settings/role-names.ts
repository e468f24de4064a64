import { isAtLeast, type Role, roles } from '#contract/roles.ts'

/** What a role is called, and what it may do, in a few words. */
export const roleNames: Record<Role, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Everything, API keys and the plan among it.' },
  admin: { label: 'Admin', text: 'Agents, sources, webhooks and members.' },
  responder: { label: 'Responder', text: 'Reads and answers conversations.' },
}

/** The roles that somebody may give, the highest first. */
export const rolesUpTo = (own: Role): Role[] => roles.filter((role) => isAtLeast(own, role)).toReversed()
