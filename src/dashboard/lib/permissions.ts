import { isAtLeast, type Role, roles } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import type { Scope } from '#contract/scopes.ts'
import { type Connection, connection } from './connection.ts'
import { type Standing, standing } from './standing.ts'
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

const TEACHING: readonly RouteName[] = ['teach', 'undoProof']

/** Somebody who is signed in may do what their role says. Whether responders teach is the organization's own choice. */
const signedInAs = (role: Role, respondersTeach: boolean): Permissions => {
  const isEnough = (route: Route) => route.role === 'anybody' || isAtLeast(role, route.role)
  const isKeptFrom = (name: RouteName) => role === 'responder' && !respondersTeach && TEACHING.includes(name)
  return {
    ownApi: true,
    lacking: () => undefined,
    may: (name) => isEnough(routes[name]) && !isKeptFrom(name),
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
const allOf = (respondersTeach: boolean) =>
  Object.fromEntries(roles.map((role) => [role, signedInAs(role, respondersTeach)])) as Record<Role, Permissions>
const [whereTaught, whereNotTaught] = [allOf(true), allOf(false)]
const standingAs = ({ role, respondersTeach }: Standing) => (respondersTeach ? whereTaught : whereNotTaught)[role]

/** What holds for whole pages, for what is no component, such as a route's loader. */
export const permissions: Pick<Permissions, 'ownApi'> = { ownApi: !connection }

/** What may be done at the moment, for what is no component. */
export const currentPermissions = (): Permissions => ofKey ?? standingAs(standing.get())

export function usePermissions(): Permissions {
  const now = useStore(standing)
  return ofKey ?? standingAs(now)
}
