import type { Role } from '#contract/roles.ts'
import { createStore } from './store.ts'

/** Which organization the page is about, and what the signed-in member may do in it. */
export interface Standing {
  organizationId: string | undefined
  role: Role
  /** Whether the member may teach agents from conversations; whether responders may is the organization's choice. */
  mayTeach: boolean
  /** Whether the member is an owner of the installation's first organization, and so sees how the server is. */
  runsServer: boolean
}

/** Set from the session before any screen of an organization is shown, and when the member's rights change. */
export const standing = createStore<Standing>({
  organizationId: undefined,
  role: 'owner',
  mayTeach: true,
  runsServer: false,
})
