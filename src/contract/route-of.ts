import type { Method, Route } from './route.ts'

/** What a route may say beyond its API, method, path, status and role. */
export type More = Omit<Partial<Route>, 'api' | 'method' | 'path' | 'status' | 'role'>

export const routeOf =
  <Api extends Route['api'], Does extends Method, Status extends Route['status']>(
    api: Api,
    method: Does,
    status: Status,
  ) =>
  <const Path extends string, const Least extends Route['role'], const Rest extends More = Record<never, never>>(
    path: Path,
    role: Least,
    more?: Rest,
  ) =>
    ({ api, method, path, status, role, ...more }) as {
      api: Api
      method: Does
      path: Path
      status: Status
      role: Least
    } & Rest

/** Functions that each make a route of the API, with one method and the status that a success is answered with. */
export const routesOf = <Api extends Route['api']>(api: Api) => ({
  get: routeOf(api, 'GET', 200),
  post: routeOf(api, 'POST', 200),
  create: routeOf(api, 'POST', 201),
  /** For requests that start work which goes on after the answer. */
  start: routeOf(api, 'POST', 202),
  /** For requests with an empty answer. */
  tell: routeOf(api, 'POST', 204),
  patch: routeOf(api, 'PATCH', 200),
  remove: routeOf(api, 'DELETE', 204),
})
