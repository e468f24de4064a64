import { firstPartyRoutes } from './first-party-routes.ts'
import { publicRoutes } from './public-routes.ts'

/** Every route of both APIs by operation name. No schemas stand here, so that the client can load this without zod. */
export const routes = { ...publicRoutes, ...firstPartyRoutes } as const

export type PublicRouteName = keyof typeof publicRoutes
export type FirstPartyRouteName = keyof typeof firstPartyRoutes
export type RouteName = PublicRouteName | FirstPartyRouteName

/** Names of the operations whose answer is a stream of events. */
export type StreamedName = {
  [Name in RouteName]: (typeof routes)[Name] extends { streams: true } ? Name : never
}[RouteName]
