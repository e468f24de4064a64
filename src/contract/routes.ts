import { firstPartyRoutes } from './first-party-routes.ts'
import { publicRoutes } from './public-routes.ts'
import type { widgetRoutes } from './widget-routes.ts'

/**
 * Every route that the dashboard may call, by operation name. There are no schemas here, so that the client can load
 * this without zod. The routes of the widget's API are in a table of their own, which the dashboard need not load.
 */
export const routes = { ...publicRoutes, ...firstPartyRoutes } as const

export type PublicRouteName = keyof typeof publicRoutes
export type WidgetRouteName = keyof typeof widgetRoutes
export type RouteName = keyof typeof routes

/** The routes of all three APIs. */
export type Operations = typeof routes & typeof widgetRoutes
export type OperationName = RouteName | WidgetRouteName

/** Names of the operations whose answer is a stream of events. */
export type StreamedName = {
  [Name in RouteName]: (typeof routes)[Name] extends { streams: true } ? Name : never
}[RouteName]
