import type { Method, Route } from '../route.ts'

/** What a route may say beyond its method, path, status and role. */
type More = Omit<Partial<Route>, 'api' | 'method' | 'path' | 'status' | 'role'>

const routeOf =
  <Does extends Method, Status extends Route['status']>(method: Does, status: Status) =>
  <const Path extends string, const Least extends Route['role'], const Rest extends More = Record<never, never>>(
    path: Path,
    role: Least,
    more?: Rest,
  ) =>
    ({ api: 'first-party', method, path, status, role, ...more }) as {
      api: 'first-party'
      method: Does
      path: Path
      status: Status
      role: Least
    } & Rest

/** Each makes a route of the dashboard's own API, with this method and the status that a success is answered with. */
export const get = routeOf('GET', 200)
export const post = routeOf('POST', 200)
export const create = routeOf('POST', 201)
/** For requests that start work which goes on after the answer. */
export const start = routeOf('POST', 202)
/** For requests with an empty answer. */
export const tell = routeOf('POST', 204)
export const patch = routeOf('PATCH', 200)
export const remove = routeOf('DELETE', 204)
