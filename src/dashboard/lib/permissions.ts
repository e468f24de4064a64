import { isAtLeast } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import type { Scope } from '#contract/scopes.ts'
import { type Standing, standing } from './standing.ts'
import { useStore } from './store.ts'

/** What the signed-in member may do. The interface leaves out what is not allowed. */
interface Permissions {
  may: (name: RouteName) => boolean
  /** Whether the role allows any operation that needs this scope; true without a scope. */
  mayUse: (scope: Scope | undefined) => boolean
  /** Whether one may delete other members' notes, and change and delete the saved replies that they share. */
  mayChangeOthers: boolean
  mayTeach: boolean
}

const permissionsOf = ({ role, mayTeach, runsServer }: Standing): Permissions => {
  const isEnough = (route: Route) => route.role === 'anybody' || isAtLeast(role, route.role)
  return {
    may: (name) => (name === 'getSystem' ? runsServer : isEnough(routes[name])),
    mayUse: (scope) => !scope || Object.values<Route>(routes).some((route) => route.scope === scope && isEnough(route)),
    mayChangeOthers: isAtLeast(role, 'admin'),
    mayTeach,
  }
}

let known: { standing: Standing; permissions: Permissions } | undefined

/** One object until they change, so that components which depend on it render no more often. */
function given(now: Standing): Permissions {
  if (known?.standing !== now) known = { standing: now, permissions: permissionsOf(now) }
  return known.permissions
}

/** The permissions at the moment, for use outside components. */
export const currentPermissions = (): Permissions => given(standing.get())

export const usePermissions = (): Permissions => given(useStore(standing))
