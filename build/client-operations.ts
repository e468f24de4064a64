import type { EndpointSchemas } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { takesIdempotencyKey } from '#contract/route.ts'

export type PublicEndpoint = EndpointSchemas & { name: string; route: Route }

export interface NamedOperation {
  resource: string
  verb: string
  endpoint: PublicEndpoint
}

/** Every operation of the public API under the names that the client has for it: `sendHumanMessage` is `humanMessages.send`. */
export function namedOperations(): NamedOperation[] {
  const all = Object.values(endpoints) as PublicEndpoint[]
  return all
    .filter(({ route }) => route.api === 'public')
    .map((endpoint) => {
      const [, verb, noun] = /^([a-z]+)([A-Z]\w*)$/.exec(endpoint.name)!
      const plural = noun!.endsWith('s') ? noun! : `${noun}s`
      return { resource: plural[0]!.toLowerCase() + plural.slice(1), verb: verb!, endpoint }
    })
}

/** What the client needs in order to send each operation, by resource and verb. */
export function operationTable(): Record<string, Record<string, object>> {
  const table: Record<string, Record<string, object>> = {}
  for (const { resource, verb, endpoint } of namedOperations()) {
    const { route, body, query, paginated } = endpoint
    if (route.method === 'POST' && !takesIdempotencyKey(route)) throw new Error(`${endpoint.name} can't be repeated.`)
    table[resource] ??= {}
    table[resource][verb] = {
      method: route.method,
      path: route.path,
      ...((body || query) && { content: body ? 'body' : 'query' }),
      ...(paginated && { isPaged: true }),
      ...(route.followed && { isFollowed: true }),
    }
  }
  return table
}
