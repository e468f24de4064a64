import { isAtLeast } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import type { Scope } from '#contract/scopes.ts'
import { type Connection, connection } from './connection.ts'
import { type Standing, standing } from './standing.ts'
import { useStore } from './store.ts'

/** Permissions of the person or API key that this tab works with. */
interface Permissions {
  /** Whether the dashboard's own API is available. Without it, features that depend on it are hidden. */
  ownApi: boolean
  /** Why an API key can't do what needs this scope, in a sentence; undefined if it can, and for signed-in members. */
  lacking: (scope: Scope | undefined) => string | undefined
  /** Whether the role allows an operation; always true for an API key. The interface leaves out what is not allowed. */
  may: (name: RouteName) => boolean
  /** Whether the role allows any operation that needs this scope; always true for an API key (see `lacking`). */
  mayUse: (scope: Scope | undefined) => boolean
  /** Whether one may delete other members' notes, and change and delete the saved replies that they share. */
  mayChangeOthers: boolean
  /** Whether one may teach agents from conversations. */
  mayTeach: boolean
}

/** Somebody who is signed in may do what their role says. */
const signedInAs = ({ role, mayTeach }: Standing): Permissions => {
  const isEnough = (route: Route) => route.role === 'anybody' || isAtLeast(role, route.role)
  return {
    ownApi: true,
    lacking: () => undefined,
    may: (name) => isEnough(routes[name]),
    mayUse: (scope) => !scope || Object.values<Route>(routes).some((route) => route.scope === scope && isEnough(route)),
    mayChangeOthers: isAtLeast(role, 'admin'),
    mayTeach,
  }
}

/** Permissions of another server's API key: what its scopes allow, through the public API only. */
const withKey = ({ scopes }: Connection): Permissions => ({
  ownApi: false,
  lacking: (scope) =>
    !scope || scopes.includes(scope) ? undefined : `The key you connected with has no ${scope} scope.`,
  may: () => true,
  mayUse: () => true,
  mayChangeOthers: false, // no key can reach what a team writes for itself
  mayTeach: false,
})

const ofKey = connection && withKey(connection)
let known: { standing: Standing; permissions: Permissions } | undefined

/**
 * The present permissions, as one object until they change, so that components which depend on it render no more often.
 */
function given(now: Standing): Permissions {
  if (ofKey) return ofKey
  if (known?.standing !== now) known = { standing: now, permissions: signedInAs(now) }
  return known.permissions
}

/** The permission that never changes while a page is loaded, for use outside components, as in a route's loader. */
export const permissions: Pick<Permissions, 'ownApi'> = { ownApi: !connection }

/** The permissions at the moment, for use outside components. */
export const currentPermissions = (): Permissions => given(standing.get())

export const usePermissions = (): Permissions => given(useStore(standing))
