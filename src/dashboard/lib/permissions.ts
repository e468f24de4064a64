import type { Scope } from '#contract/scopes.ts'
import { type Connection, connection } from './connection.ts'

/** What whoever uses this tab may do. */
export interface Permissions {
  /** Whether the dashboard's own API answers. Where it does not, what it alone knows is left out of the interface. */
  ownApi: boolean
  /** Why a thing that needs this scope can't be done, in a sentence; undefined where nothing stands in its way. */
  lacking: (scope: Scope | undefined) => string | undefined
}

/** Somebody who is signed in may do everything. */
const signedIn: Permissions = { ownApi: true, lacking: () => undefined }

/** A key of another server may do what its scopes say, through the public API alone. */
const withKey = ({ scopes }: Connection): Permissions => ({
  ownApi: false,
  lacking: (scope) =>
    !scope || scopes.includes(scope) ? undefined : `The key you connected with has no ${scope} scope.`,
})

/** For what is no component, such as a route's loader. It changes only when the page is loaded anew. */
export const permissions: Permissions = connection ? withKey(connection) : signedIn

export const usePermissions = (): Permissions => permissions
