/** The roles that a member of an organization can have, from the one with the fewest rights to the one with all. */
export const roles = ['responder', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether a role may do all that another one may. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
