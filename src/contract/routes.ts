import { firstPartyRoutes } from './first-party-routes.ts'
import { publicRoutes } from './public-routes.ts'

/** Every route of both APIs by operation name, without schemas: the client loads this and no zod. */
export const routes = { ...publicRoutes, ...firstPartyRoutes } as const

export type PublicRouteName = keyof typeof publicRoutes
export type FirstPartyRouteName = keyof typeof firstPartyRoutes
export type RouteName = PublicRouteName | FirstPartyRouteName

/** Operations whose answer is a stream of events. */
export type StreamedName = {
  [Name in RouteName]: (typeof routes)[Name] extends { streams: true } ? Name : never
}[RouteName]
