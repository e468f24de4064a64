import type { Scope } from '#contract/scopes.ts'
import { type Connection, connection } from './connection.ts'

/** Permissions of the person or API key that this tab works with. */
export interface Permissions {
  /** Whether the dashboard's own API is available. Without it, features that depend on it are hidden. */
  ownApi: boolean
  /** Returns a sentence on why an action that needs this scope is not permitted; undefined when it is. */
  lacking: (scope: Scope | undefined) => string | undefined
}

/** Permissions of a signed-in person, who may do everything. */
const signedIn: Permissions = { ownApi: true, lacking: () => undefined }

/** Permissions of another server's API key: what its scopes allow, through the public API only. */
const withKey = ({ scopes }: Connection): Permissions => ({
  ownApi: false,
  lacking: (scope) =>
    !scope || scopes.includes(scope) ? undefined : `The key you connected with has no ${scope} scope.`,
})

/** The tab's permissions, for code outside components such as a route's loader. They change only with a reload. */
export const permissions: Permissions = connection ? withKey(connection) : signedIn

export const usePermissions = (): Permissions => permissions
