import type { Role } from '#contract/roles.ts'
import { createStore } from './store.ts'

/** Which organization the page is about, and what one is there. */
export interface Standing {
  organizationId: string | undefined
  role: Role
  /** Whether one may teach agents from conversations; whether responders may is the organization's choice. */
  mayTeach: boolean
}

/** Known from the session before any screen of an organization shows; it changes when another member changes one's role or what it allows. */
export const standing = createStore<Standing>({ organizationId: undefined, role: 'owner', mayTeach: true })
