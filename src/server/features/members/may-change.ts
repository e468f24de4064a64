import { isAtLeast, type Role } from '#contract/roles.ts'

/** Whether somebody with the role `own` may give or take away a role: admins and owners may, up to their own. */
export const mayGive = (own: Role | null | undefined, role: Role): boolean =>
  own != null && isAtLeast(own, 'admin') && isAtLeast(own, role)
