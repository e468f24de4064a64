/** What a member of an organization may be, from the one who may do least to the one who may do everything. */
export const roles = ['responder', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether a role may do all that another one may. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
