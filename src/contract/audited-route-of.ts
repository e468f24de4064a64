import type { Method, Route } from './route.ts'
import { type More, routeOf } from './route-of.ts'

/** Like `routeOf`, for a route that changes something: it must say what of that the audit log records. */
const changeOf = <Api extends Route['api'], Does extends Method, Status extends Route['status']>(
  ...made: [api: Api, method: Does, status: Status]
) => {
  const make = routeOf(...made)
  return <const Path extends string, const Least extends Route['role'], const Rest extends More = Record<never, never>>(
    path: Path,
    role: Least,
    audit: NonNullable<Route['audit']>,
    more?: Rest,
  ) => ({ ...make(path, role, more), audit })
}

/** Functions like those of `routesOf`, for an API whose changes the audit log may record. */
export const auditedRoutesOf = <Api extends Route['api']>(api: Api) => ({
  get: routeOf(api, 'GET', 200),
  post: changeOf(api, 'POST', 200),
  create: changeOf(api, 'POST', 201),
  start: changeOf(api, 'POST', 202),
  tell: changeOf(api, 'POST', 204),
  patch: changeOf(api, 'PATCH', 200),
  remove: changeOf(api, 'DELETE', 204),
  takeBack: changeOf(api, 'DELETE', 200),
})
