import { firstPartyRoutes } from './first-party-routes.ts'
import { publicRoutes } from './public-routes.ts'
import type { widgetRoutes } from './widget-routes.ts'

/** Every route the dashboard may call, without zod; the widget's are in a table that it need not load. */
export const routes = { ...publicRoutes, ...firstPartyRoutes } as const

export type PublicRouteName = keyof typeof publicRoutes
export type WidgetRouteName = keyof typeof widgetRoutes
export type RouteName = keyof typeof routes

export type Operations = typeof routes & typeof widgetRoutes
export type OperationName = RouteName | WidgetRouteName

/** Names of the operations whose answer is a stream of events. */
export type StreamedName = {
  [Name in RouteName]: (typeof routes)[Name] extends { streams: true } ? Name : never
}[RouteName]
