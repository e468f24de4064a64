import { routesOf } from '../route-of.ts'

/** Each makes a route of the dashboard's own API; `routesOf` says with which method and status. */
export const { get, post, create, start, tell, patch, remove } = routesOf('first-party')
