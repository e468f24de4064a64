import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { type PathParameter, pathParameters, type Route, takesIdempotencyKey } from './route.ts'
import { type OperationName, type Operations, type RouteName, routes } from './routes.ts'

/** The schemas and documentation of an endpoint: everything but its route. */
export interface EndpointSchemas {
  /** What the endpoint does, in one line of the API reference. */
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** The body when the request is sent as multipart/form-data; the file part is named `file`. */
  multipart?: z.ZodType
  /** Schema of the answer's `data`, in a stream the last event; absent for an empty answer or a file. */
  data?: z.ZodType
  /** Schema of the events before the last one in a streamed answer. */
  progress?: z.ZodType
  /** `data` is one page of an array, with `links` and page numbers in `meta`. */
  paginated?: true
  /** Fields of `data`, at any depth, that are shown only once: the answer to a repeated request omits them. */
  secrets?: readonly string[]
  /** Error codes beyond those that `errorCodes` derives from the route and the schemas. */
  errors?: readonly ErrorCode[]
}

export type Endpoint<
  Name extends OperationName = RouteName,
  Schemas extends EndpointSchemas = EndpointSchemas,
> = Schemas & {
  name: Name
  route: Operations[Name]
  params: z.ZodType<{ [Key in PathParameter<Operations[Name]['path']>]: string }>
}

type Endpoints<Table extends { [Name in OperationName]?: EndpointSchemas }> = {
  [Name in keyof Table & OperationName]: Endpoint<Name, NonNullable<Table[Name]>>
}

const parameter = (key: string) => (key === 'taskId' ? z.string().min(1).max(255) : z.uuid())

/**
 * Makes the endpoints of a table, each with its route. Path parameters must be UUIDs, except `taskId`: any string of 1
 * to 255 characters.
 */
export function defineEndpoints<const Table extends { [Name in OperationName]?: EndpointSchemas }>(
  table: Table,
  known: Readonly<Record<string, Route>> = routes,
): Endpoints<Table> {
  const made = Object.entries<EndpointSchemas>(table).map(([name, schemas]) => {
    const route = known[name]!
    const shape = pathParameters(route.path).map((key) => [key, parameter(key)])
    return [name, { ...schemas, name, route, params: z.object(Object.fromEntries(shape)) }]
  })
  return Object.fromEntries(made) as Endpoints<Table>
}

/** The error codes that an endpoint is documented to answer, each once, in the order of the reference. */
export function errorCodes(endpoint: EndpointSchemas & { route: Route }): ErrorCode[] {
  const { route } = endpoint
  const codes = new Set<ErrorCode>()
  if (route.session !== 'none') codes.add('unauthenticated')
  if (route.api === 'public') codes.add('token_expired').add('rate_limit_exceeded')
  if (route.api === 'public') codes.add('premium_required').add('insufficient_scope')
  if (route.api === 'widget') codes.add('rate_limit_exceeded')
  if (route.api === 'widget' || (route.api === 'first-party' && route.method !== 'GET')) codes.add('forbidden')
  if (route.path.includes('{')) codes.add('resource_not_found').add('forbidden')
  if (endpoint.query || endpoint.body || endpoint.multipart || endpoint.paginated) codes.add('validation_failed')
  if (takesIdempotencyKey(route)) codes.add('idempotency_in_progress')
  for (const code of endpoint.errors ?? []) codes.add(code)
  codes.add('service_unavailable')
  return [...codes]
}
