import { isAtLeast, type Role } from '#contract/roles.ts'

/** Whether somebody may give a role, or take it away: nobody touches a role above their own. */
export const mayGive = (own: Role | null | undefined, role: Role): boolean =>
  own != null && isAtLeast(own, 'admin') && isAtLeast(own, role)
