import type { Role } from '#contract/roles.ts'
import { createStore } from './store.ts'

/** Which organization the page is about, and what one is there. */
export interface Standing {
  organizationId: string | undefined
  role: Role
}

/** Known from the session before any screen of an organization shows; it changes when another member changes one's role. */
export const standing = createStore<Standing>({ organizationId: undefined, role: 'owner' })
