import { isAtLeast, type Role, roles } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import type { Scope } from '#contract/scopes.ts'
import { type Connection, connection } from './connection.ts'
import { standing } from './standing.ts'
import { useStore } from './store.ts'

/** Permissions of the person or API key that this tab works with. */
export interface Permissions {
  /** Whether the dashboard's own API is available. Without it, features that depend on it are hidden. */
  ownApi: boolean
  /** Why a key can't do a thing that needs this scope, in a sentence; undefined where nothing stands in its way. */
  lacking: (scope: Scope | undefined) => string | undefined
  /** Whether one's role allows an operation. What it does not is left out of the interface. */
  may: (name: RouteName) => boolean
  /** Whether one's role allows any operation that takes this scope. */
  mayUse: (scope: Scope | undefined) => boolean
}

/** Somebody who is signed in may do what their role says. */
const signedInAs = (role: Role): Permissions => {
  const isEnough = (route: Route) => route.role === 'anybody' || isAtLeast(role, route.role)
  return {
    ownApi: true,
    lacking: () => undefined,
    may: (name) => isEnough(routes[name]),
    mayUse: (scope) => !scope || Object.values<Route>(routes).some((route) => route.scope === scope && isEnough(route)),
  }
}

/** Permissions of another server's API key: what its scopes allow, through the public API only. */
const withKey = ({ scopes }: Connection): Permissions => ({
  ownApi: false,
  lacking: (scope) =>
    !scope || scopes.includes(scope) ? undefined : `The key you connected with has no ${scope} scope.`,
  may: () => true,
  mayUse: () => true,
})

const ofKey = connection && withKey(connection)
const ofRole = Object.fromEntries(roles.map((role) => [role, signedInAs(role)])) as Record<Role, Permissions>

/** What holds for whole pages, for what is no component, such as a route's loader. */
export const permissions: Pick<Permissions, 'ownApi'> = { ownApi: !connection }

/** What may be done at the moment, for what is no component. */
export const currentPermissions = (): Permissions => ofKey ?? ofRole[standing.get().role]

export function usePermissions(): Permissions {
  const { role } = useStore(standing)
  return ofKey ?? ofRole[role]
}
