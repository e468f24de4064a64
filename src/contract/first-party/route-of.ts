import { auditedRoutesOf } from '../audited-route-of.ts'

/** Each makes a route of the dashboard's own API; `auditedRoutesOf` says with which method and status. */
export const { get, post, create, start, tell, patch, remove, takeBack } = auditedRoutesOf('first-party')
